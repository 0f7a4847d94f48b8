public import Observation

/// What a sign-in screen shows: whether it is busy, accounts to choose from, what went wrong, and who is signed in.
///
/// A view disables its buttons and shows an activity indicator while ``isBusy``, a sheet for ``accountSheet``, and ``alert`` as an alert.
/// One sign-in runs at a time: another one that is begun meanwhile is not.
@MainActor @Observable
public final class SignInModel {
    /// Whether a sign-in runs.
    public private(set) var isBusy = false
    /// What went wrong; `nil` for nothing, and for a sign-in that the person cancelled.
    public private(set) var alert: SignInAlert?
    /// Who is signed in.
    public private(set) var user: User?
    /// The accounts of the device to choose from.
    public let accountSheet = AccountSheet(title: "Select Twitter Account")

    let auth: Auth
    private let accounts: DeviceAccountStore
    private var listener: AuthStateDidChangeListenerHandle?
    private var running: Task<Void, Never>?

    /// - Parameters:
    ///   - auth: where people sign in.
    ///   - accounts: the accounts of the device.
    public init(auth: Auth = Auth.auth(), accounts: DeviceAccountStore = DeviceAccountStore()) {
        self.auth = auth
        self.accounts = accounts
        user = auth.currentUser
        listener = auth.addStateDidChangeListener { [weak self] _, user in self?.user = user }
    }

    isolated deinit {
        if let listener { auth.removeStateDidChangeListener(listener) }
    }

    /// The accounts that a person chooses among; empty while they are not asked.
    public var accountChoices: [DeviceAccount] { accountSheet.buttons.compactMap(\.account) }

    /// Signs in with an address and its password.
    public func signIn(withEmail email: String, password: String) async {
        await run { [auth] in try await auth.signIn(withEmail: email, password: password) }
    }

    /// Makes an account with an address and a password.
    public func createUser(withEmail email: String, password: String) async {
        await run { [auth] in try await auth.createUser(withEmail: email, password: password) }
    }

    /// Signs in on a provider's page.
    public func signIn(with provider: OAuthProvider, delegate: (any AuthUIDelegate)? = nil) async {
        await run { [auth] in
            let credential = try await provider.credential(with: delegate)
            try await auth.signIn(with: credential)
        }
    }

    /// Signs in with a Twitter account of the device: the only one, or the one that the person chooses.
    public func signInWithDeviceAccount() async {
        let type = DeviceAccountType.twitter
        await run { [accounts, auth, accountSheet] in
            guard try await accounts.requestAccess(to: type) else { throw Refusal(alert: .accessDenied(to: type)) }
            // Those of the system take the consumer key of an application, which a model does not know.
            let known = try accounts.accounts(of: type, for: auth).filter { $0.server != nil }
            guard !known.isEmpty else { throw Refusal(alert: .noAccount(of: type)) }
            guard let account = known.count > 1 ? await accountSheet.choose(among: known) : known.first else { throw CancellationError() }
            let (token, secret) = account.tokenPair
            try await auth.signIn(with: TwitterAuthProvider.credential(withToken: token, secret: secret))
        }
    }

    /// Any other way to sign in, with the same care about ``isBusy`` and ``alert``.
    public func run(_ operation: @escaping @MainActor () async throws -> Void) async {
        guard !isBusy else { return }
        isBusy = true
        alert = nil
        let task = Task {
            // Whatever a cancelled operation ends with: the person knows.
            do { try await operation() } catch { if !Task.isCancelled { await show(error) } }
        }
        running = task
        await task.value
        running = nil
        user = auth.currentUser
        isBusy = false
    }

    /// Ends a sign-in that runs, without an alert.
    public func cancel() {
        accountSheet.cancel()
        running?.cancel()
    }

    /// Signs out.
    public func signOut() {
        do { try auth.signOut() } catch { alert = SignInAlert(error) }
        user = auth.currentUser
    }

    /// The alert was read.
    public func dismissAlert() { alert = nil }

    /// Whether there is an ``alert``; a view sets it to `false` when the alert was read.
    public var isAlertPresented: Bool {
        get { alert != nil }
        set { if !newValue { dismissAlert() } }
    }

    private struct Refusal: Error {
        let alert: SignInAlert
    }

    private func show(_ error: any Error) async {
        if let refusal = error as? Refusal {
            alert = refusal.alert
        } else if let told = SignInAlert(error) {
            alert = await naming(told)
        }
    }

    /// With the ways that lead into the account that has the address already, where the server tells them.
    private func naming(_ alert: SignInAlert) async -> SignInAlert {
        guard case .signInToExisting(let email, _) = alert.nextStep, let methods = try? await auth.fetchSignInMethods(forEmail: email)
        else {
            return alert
        }
        return SignInAlert(title: alert.title, message: alert.message, nextStep: .signInToExisting(email: email, methods: methods))
    }
}
