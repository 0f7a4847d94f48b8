import Foundation
import Testing

@testable import LatchkeyAuth

@Suite struct ActionCodeTests {
    private static let link =
        "https://auth.example.org/__/auth/action?mode=signIn&oobCode=c-1&apiKey=k&lang=de&continueUrl=https%3A%2F%2Fapp.example.org%2F"
    private static let linkReply = #"{"email":"ann@example.com","localId":"u1","isNewUser":true,\#(Sample.tokens())}"#

    private func settings() -> ActionCodeSettings {
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://app.example.org/in?a=1")
        settings.handleCodeInApp = true
        settings.setIOSBundleID("org.example.app")
        settings.setAndroidPackageName("org.example.droid", installIfNotAvailable: true, minimumVersion: "12")
        return settings
    }

    /// Path and body of the only request.
    private func request(_ transport: ScriptedTransport) -> [String] {
        transport.requests.map { text in
            let lines = text.split(separator: "\n")
            let path = lines[0].split(separator: "9099").last.map(String.init) ?? ""
            return path + " " + (lines.last.map(String.init) ?? "")
        }
    }

    @Test func sendsAPasswordResetRequest() async throws {
        let transport = ScriptedTransport("{}", "{}")
        let auth = Auth(transport)
        try await auth.sendPasswordReset(withEmail: "ann@example.com")
        try await auth.sendPasswordReset(withEmail: "ann@example.com", actionCodeSettings: settings())
        #expect(
            request(transport) == [
                #"/v1/accounts:sendOobCode?key=k {"email":"ann@example.com","requestType":"PASSWORD_RESET"}"#,
                #"/v1/accounts:sendOobCode?key=k {"androidInstallApp":true,"androidMinimumVersion":"12","#
                    + #""androidPackageName":"org.example.droid","canHandleCodeInApp":true,"#
                    + #""continueUrl":"https://app.example.org/in?a=1","email":"ann@example.com","#
                    + #""iOSBundleId":"org.example.app","requestType":"PASSWORD_RESET"}"#,
            ])
    }

    @Test func confirmsAPasswordReset() async throws {
        let transport = ScriptedTransport(
            #"{"requestType":"PASSWORD_RESET","email":"ann@example.com"}"#, #"{"requestType":"PASSWORD_RESET"}"#)
        let auth = Auth(transport)
        #expect(try await auth.verifyPasswordResetCode("c-1") == "ann@example.com")
        try await auth.confirmPasswordReset(withCode: "c-1", newPassword: "new secret")
        #expect(
            request(transport) == [
                #"/v1/accounts:resetPassword?key=k {"oobCode":"c-1"}"#,
                #"/v1/accounts:resetPassword?key=k {"newPassword":"new secret","oobCode":"c-1"}"#,
            ])
    }

    @Test func aCodeOfAnotherKindResetsNoPassword() async throws {
        let auth = Auth(ScriptedTransport(#"{"requestType":"VERIFY_EMAIL","email":"ann@example.com"}"#))
        let error = await failure { _ = try await auth.verifyPasswordResetCode("c-1") }
        #expect(code(error) == .invalidActionCode)
    }

    @Test(arguments: [
        (#"{"requestType":"PASSWORD_RESET","email":"a@x"}"#, ActionCodeOperation.passwordReset, "a@x", nil),
        (#"{"requestType":"VERIFY_EMAIL","email":"a@x"}"#, .verifyEmail, "a@x", nil),
        (#"{"requestType":"EMAIL_SIGNIN"}"#, .emailLink, "", nil),
        (#"{"requestType":"VERIFY_AND_CHANGE_EMAIL","email":"old@x","newEmail":"new@x"}"#, .verifyAndChangeEmail, "new@x", "old@x"),
        (#"{"requestType":"RECOVER_EMAIL","email":"old@x","newEmail":"new@x"}"#, .recoverEmail, "old@x", "new@x"),
        (#"{"requestType":"OF_TOMORROW","email":"a@x"}"#, .unknown, "a@x", nil),
    ])
    func checksACode(_ reply: String, _ operation: ActionCodeOperation, _ email: String, _ previous: String?) async throws {
        let info = try await Auth(ScriptedTransport(reply)).checkActionCode("c-1")
        #expect(info.operation == operation && info.email == email && info.previousEmail == previous)
    }

    @Test func appliesACode() async throws {
        let transport = ScriptedTransport(#"{"email":"a@x"}"#)
        try await Auth(transport).applyActionCode("c-1")
        #expect(request(transport) == [#"/v1/accounts:update?key=k {"oobCode":"c-1","returnSecureToken":true}"#])
    }

    @Test(arguments: [("EXPIRED_OOB_CODE", AuthErrorCode.expiredActionCode), ("INVALID_OOB_CODE", .invalidActionCode)])
    func mapsActionCodeErrors(_ wire: String, _ expected: AuthErrorCode) async throws {
        let auth = Auth(ScriptedTransport(failing: wire))
        #expect(code(await failure { try await auth.applyActionCode("c-1") }) == expected)
    }

    @Test func sendsALinkAndSignsInWithIt() async throws {
        let transport = ScriptedTransport("{}", Self.linkReply, Sample.account(email: "ann@example.com", providers: ["password"]))
        let auth = Auth(transport)
        let settings = ActionCodeSettings()
        settings.url = URL(string: "https://app.example.org/")
        try await auth.sendSignInLink(toEmail: "ann@example.com", actionCodeSettings: settings)
        let result = try await auth.signIn(withEmail: "ann@example.com", link: Self.link)
        #expect(result.additionalUserInfo?.isNewUser == true && result.user.uid == "u1" && !result.user.isAnonymous)
        #expect(
            request(transport).prefix(2) == [
                #"/v1/accounts:sendOobCode?key=k {"canHandleCodeInApp":true,"continueUrl":"https://app.example.org/","#
                    + #""email":"ann@example.com","requestType":"EMAIL_SIGNIN"}"#,
                #"/v1/accounts:signInWithEmailLink?key=k {"email":"ann@example.com","oobCode":"c-1","returnSecureToken":true}"#,
            ])
    }

    @Test func linksAndReauthenticatesWithALink() async throws {
        let transport = ScriptedTransport(Self.linkReply, Sample.account(email: "ann@example.com"))
        let (_, user) = try await Sample.signedIn(transport, providers: [])
        try await user.link(with: EmailAuthProvider.credential(withEmail: "ann@example.com", link: Self.link))
        #expect(request(transport)[0].contains(#""idToken":"id-1","oobCode":"c-1""#))

        let again = ScriptedTransport(Self.linkReply, Sample.account(email: "ann@example.com"))
        let (_, other) = try await Sample.signedIn(again, providers: [])
        try await other.reauthenticate(with: EmailAuthProvider.credential(withEmail: "ann@example.com", link: Self.link))
        #expect(!request(again)[0].contains("idToken"))
    }

    @Test func sendsVerificationRequestsWithTheLanguageCode() async throws {
        let transport = ScriptedTransport("{}", "{}")
        let (auth, user) = try await Sample.signedIn(transport)
        auth.languageCode = "ar"
        try await user.sendEmailVerification()
        try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
        #expect(
            request(transport) == [
                #"/v1/accounts:sendOobCode?key=k {"idToken":"id-1","requestType":"VERIFY_EMAIL"}"#,
                #"/v1/accounts:sendOobCode?key=k {"idToken":"id-1","newEmail":"new@example.com","requestType":"VERIFY_AND_CHANGE_EMAIL"}"#,
            ])
        #expect(transport.requests.allSatisfy { $0.contains("x-firebase-locale: ar") })
    }

    @Test(arguments: [
        (link, true),
        ("https://app.example.org/in?a=1&mode=signIn&oobCode=c-1&apiKey=k", true),
        ("https://x.page.link/?link=https%3A%2F%2Fa.example%2F%3Fmode%3DsignIn%26oobCode%3Dc-1%26apiKey%3Dk", true),
        ("myapp://firebaseauth/link?deep_link_id=https%3A%2F%2Fa.example%2F%3Fmode%3DsignIn%26oobCode%3Dc-1", true),
        ("https://auth.example.org/__/auth/action?mode=resetPassword&oobCode=c-1&apiKey=k", false),
        ("https://auth.example.org/__/auth/action?mode=signIn&oobCode=&apiKey=k", false),
        ("https://auth.example.org/__/auth/action?mode=signIn", false), ("https://auth.example.org/", false), ("", false), ("?", false),
    ])
    func knowsALinkThatSignsIn(_ link: String, _ expected: Bool) {
        #expect(Auth(ScriptedTransport()).isSignIn(withEmailLink: link) == expected, "\(link)")
    }

    @Test func parsesAnActionCodeURL() throws {
        let url = try #require(ActionCodeURL(link: Self.link))
        #expect(url.apiKey == "k" && url.operation == .emailLink && url.code == "c-1" && url.languageCode == "de")
        #expect(url.continueURL?.absoluteString == "https://app.example.org/")
    }
}
