import Foundation
import Observation
import Testing

@testable import LatchkeyAuth

@MainActor @Suite struct SignInModelTests {
    private func accounts(_ names: String..., mayUse: Bool = true) throws -> DeviceAccountStore {
        let store = DeviceAccountStore(storage: MemorySessionStorage()) { _ in mayUse }
        for name in names {
            try store.save(DeviceAccount(username: name, server: "http://127.0.0.1:9099", token: "111-tok", secret: "sec"))
        }
        return store
    }

    private func model(_ transport: ScriptedTransport, _ accounts: DeviceAccountStore? = nil) throws -> SignInModel {
        SignInModel(auth: Auth(transport), accounts: try accounts ?? self.accounts())
    }

    @Test func modelIsBusyUntilTheSignInEnds() async throws {
        let transport = ScriptedTransport(
            [.success(.init(body: Sample.passwordSignIn)), .success(.init(body: Sample.account(hasPassword: true)))], paused: true)
        let model = try model(transport)
        let signIn = Task { await model.signIn(withEmail: "ann@example.com", password: "secret-1") }
        await transport.firstRequest()
        #expect(model.isBusy && model.user == nil)
        // A second sign-in while the first one runs has no effect.
        await model.signIn(withEmail: "bob@example.com", password: "secret-2")
        transport.goOn()
        await signIn.value
        #expect(!model.isBusy && model.user?.uid == "u1" && model.alert == nil)
        #expect(transport.calls.count == 2)
        model.signOut()
        #expect(model.user == nil)
    }

    @Test func alertExplainsTheErrorAndTheNextStep() async throws {
        let model = try model(ScriptedTransport(failing: "INVALID_LOGIN_CREDENTIALS"))
        await model.signIn(withEmail: "ann@example.com", password: "wrong")
        #expect(model.alert?.title == "Not signed in")
        #expect(model.alert?.nextStep == .tryAgain)
        #expect(!model.isBusy)
        model.dismissAlert()
        #expect(model.alert == nil)
    }

    @Test func cancellationShowsNoAlert() async throws {
        let model = try model(ScriptedTransport())
        await model.run { throw CancellationError() }
        #expect(model.alert == nil)
        await model.run { throw AuthError.make(.webContextCancelled) }
        #expect(model.alert == nil)
    }

    @Test func noAccountOffersToSignUp() async throws {
        let model = try model(ScriptedTransport())
        await model.signInWithDeviceAccount()
        let page = try #require(URL(string: "https://twitter.com/signup"))
        #expect(model.alert?.nextStep == .signUp(page))
    }

    @Test func aTokenGoesToNoOtherServer() async throws {
        let (transport, accounts) = (ScriptedTransport(), try accounts())
        try accounts.save(DeviceAccount(username: "ada", server: "https://other.example.com", token: "111-tok", secret: "sec"))
        let model = try model(transport, accounts)
        await model.signInWithDeviceAccount()
        #expect(model.alert?.title == "No Twitter account")
        let stored = try #require(try accounts.accounts().first)
        let error = await failure { _ = try await accounts.parameters(of: stored, consumerKey: "k", auth: Auth(transport)) }
        #expect(code(error) == .operationNotAllowed)
        #expect(transport.requests.isEmpty)
    }

    @Test func cancelledRequestShowsNoAlert() async throws {
        let transport = ScriptedTransport([.failure(.init(text: "cancelled"))], paused: true)
        let model = try model(transport)
        let signIn = Task { await model.signIn(withEmail: "ann@example.com", password: "secret-1") }
        await transport.firstRequest()
        model.cancel()
        transport.goOn()
        await signIn.value
        #expect(model.alert == nil && !model.isBusy)
    }

    @Test func deniedAccessIsExplained() async throws {
        let model = try model(ScriptedTransport(), accounts("ada", mayUse: false))
        await model.signInWithDeviceAccount()
        #expect(model.alert?.nextStep == .allowAccess)
        #expect(model.alert?.message.contains("Allow it") == true)
    }

    @Test func oneAccountSignsInAtOnce() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        let model = try model(transport, accounts("ada"))
        await model.signInWithDeviceAccount()
        #expect(model.user?.uid == "u1" && model.accountChoices.isEmpty)
        #expect(transport.calls.first?.contains("access_token=111-tok") == true)
    }

    /// Returns once the sheet is presented.
    private func presentation(of sheet: AccountSheet) async {
        while !sheet.isPresented {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = sheet.isPresented
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }

    @Test(arguments: [0, 2]) func userChoosesAnAccountOnTheSheet(button index: Int) async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        let model = try model(transport, accounts("Cancel", "bob"))
        let signIn = Task { await model.signInWithDeviceAccount() }
        await presentation(of: model.accountSheet)
        #expect(model.accountChoices.map(\.username) == ["Cancel", "bob"])
        #expect(model.accountSheet.buttons.map(\.title) == ["Cancel", "bob", "Cancel"])
        model.accountSheet.press(model.accountSheet.buttons[index])
        await signIn.value
        // An account named Cancel is a valid choice.
        #expect((model.user != nil) == (index == 0))
        #expect(model.alert == nil && !model.accountSheet.isPresented)
    }

    @Test func cancellingClosesTheSheet() async throws {
        let model = try model(ScriptedTransport(), accounts("ada", "bob"))
        let signIn = Task { await model.signInWithDeviceAccount() }
        await presentation(of: model.accountSheet)
        model.cancel()
        await signIn.value
        #expect(model.alert == nil && !model.isBusy && !model.accountSheet.isPresented)
    }

    // A view dismisses the sheet and reports the pressed button, in either order.
    @Test(arguments: [true, false]) func dismissedSheetSelectsNoAccount(isPressed: Bool) async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        let model = try model(transport, accounts("ada", "bob"))
        let signIn = Task { await model.signInWithDeviceAccount() }
        await presentation(of: model.accountSheet)
        let button = model.accountSheet.buttons[1]
        model.accountSheet.isPresented = false
        if isPressed { model.accountSheet.press(button) }
        await signIn.value
        #expect((model.user != nil) == isPressed)
        #expect(model.alert == nil && !model.accountSheet.isPresented)
    }

    @Test func anAlertThatAViewHasShownIsGone() async throws {
        let model = try model(ScriptedTransport(failing: "INVALID_LOGIN_CREDENTIALS"))
        #expect(!model.isAlertPresented)
        await model.signIn(withEmail: "ann@example.com", password: "wrong")
        #expect(model.isAlertPresented)
        model.isAlertPresented = true
        #expect(model.alert != nil)
        model.isAlertPresented = false
        #expect(model.alert == nil)
    }

    @Test(arguments: [
        ([], "Taken."), (["google.com"], "Taken. Sign in with Google."),
        (["github.com", "password"], "Taken. Sign in with GitHub or your password."),
        (["oidc.north", "emailLink", "phone"], "Taken. Sign in with north, a link that is sent to you by email or your phone."),
    ])
    func alertListsTheSignInMethods(_ methods: [String], _ expected: String) {
        let next = SignInAlert.NextStep.signInToExisting(email: "ann@example.com", methods: methods)
        #expect(SignInAlert(title: "", message: "Taken.", nextStep: next).fullMessage == expected)
    }

    @Test func alertWithoutAnAccountLinksToTheSignUpPage() throws {
        let page = try #require(SignInAlert.noAccount(of: .twitter).page)
        #expect(page.title == "Sign Up" && page.url.absoluteString == "https://twitter.com/signup")
        #expect(SignInAlert(title: "", message: "").page == nil)
        #expect(ProviderTitle.signIn(with: "twitter.com") == "Sign in with Twitter")
        #expect(ProviderTitle.signIn(with: "saml.north") == "Sign in with saml.north")
    }

    @Test func takenAddressAlertHasTheSignInMethods() async throws {
        let transport = ScriptedTransport(Sample.conflict, #"{"signinMethods":["password"]}"#)
        let model = try model(transport, accounts("ann"))
        await model.signInWithDeviceAccount()
        #expect(model.alert?.nextStep == .signInToExisting(email: "ann@example.com", methods: ["password"]))
    }

    @Test func unreferencedModelIsReleased() async throws {
        weak var model: SignInModel?
        weak var auth: Auth?
        do {
            let held = try self.model(ScriptedTransport())
            let instance = Auth(ScriptedTransport())
            (model, auth) = (held, instance)
            _ = SignInModel(auth: instance, accounts: try accounts())
        }
        for _ in 0..<1000 where model != nil || auth != nil { await Task.yield() }
        #expect(model == nil && auth == nil)
    }
}
