public import Observation

/// The view model of a sign-in screen: the activity, the account sheet, the alert and the signed-in user.
///
/// A view disables its buttons and shows an activity indicator while ``isBusy``, presents ``accountSheet`` as a sheet and ``alert`` as an
/// alert. Only one sign-in runs at a time: calls during a sign-in are ignored.
@MainActor @Observable
public final class SignInModel {
    /// Whether a sign-in is in progress.
    public private(set) var isBusy = false
    /// The alert of the last failure; `nil` if there was none or the user canceled.
    public private(set) var alert: SignInAlert?
    /// The signed-in user.
    public private(set) var user: User?
    /// The sheet for choosing an account of the device.
    public let accountSheet = AccountSheet(title: "Select Twitter Account")

    let auth: Auth
    private let accounts: DeviceAccountStore
    private var listener: AuthStateDidChangeListenerHandle?
    private var running: Task<Void, Never>?

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - auth: The instance that users sign in to.
    ///   - accounts: The accounts of the device.
    public init(auth: Auth = Auth.auth(), accounts: DeviceAccountStore = DeviceAccountStore()) {
        self.auth = auth
        self.accounts = accounts
        user = auth.currentUser
        listener = auth.addStateDidChangeListener { [weak self] _, user in self?.user = user }
    }

    isolated deinit {
        if let listener { auth.removeStateDidChangeListener(listener) }
    }

    /// The accounts that the user can choose from; empty while the sheet is hidden.
    public var accountChoices: [DeviceAccount] { accountSheet.buttons.compactMap(\.account) }

    /// Signs in with an email address and a password.
    public func signIn(withEmail email: String, password: String) async {
        await run { [auth] in try await auth.signIn(withEmail: email, password: password) }
    }

    /// Creates an account with an email address and a password.
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

    /// Signs in with a Twitter account of the device. If there are several, the user chooses one.
    public func signInWithDeviceAccount() async {
        let type = DeviceAccountType.twitter
        await run { [accounts, auth, accountSheet] in
            guard try await accounts.requestAccess(to: type) else { throw Refusal(alert: .accessDenied(to: type)) }
            // System accounts require the consumer key of an application, which the model does not know.
            let known = try accounts.accounts(of: type, for: auth).filter { $0.server != nil }
            guard !known.isEmpty else { throw Refusal(alert: .noAccount(of: type)) }
            guard let account = known.count > 1 ? await accountSheet.choose(among: known) : known.first else { throw CancellationError() }
            let (token, secret) = account.tokenPair
            try await auth.signIn(with: TwitterAuthProvider.credential(withToken: token, secret: secret))
        }
    }

    /// Runs any other sign-in method, and manages ``isBusy`` and ``alert``.
    public func run(_ operation: @escaping @MainActor () async throws -> Void) async {
        guard !isBusy else { return }
        isBusy = true
        alert = nil
        let task = Task {
            // The user canceled, so no error is shown.
            do { try await operation() } catch { if !Task.isCancelled { await show(error) } }
        }
        running = task
        await task.value
        running = nil
        user = auth.currentUser
        isBusy = false
    }

    /// Cancels the sign-in in progress without an alert.
    public func cancel() {
        accountSheet.cancel()
        running?.cancel()
    }

    /// Signs out.
    public func signOut() {
        do { try auth.signOut() } catch { alert = SignInAlert(error) }
        user = auth.currentUser
    }

    /// Dismisses the alert.
    public func dismissAlert() { alert = nil }

    /// Whether there is an ``alert``. A view sets this to `false` when the alert is dismissed.
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

    /// Adds the sign-in methods of the existing account, if the server reveals them.
    private func naming(_ alert: SignInAlert) async -> SignInAlert {
        guard case .signInToExisting(let email, _) = alert.nextStep, let methods = try? await auth.fetchSignInMethods(forEmail: email)
        else {
            return alert
        }
        return SignInAlert(title: alert.title, message: alert.message, nextStep: .signInToExisting(email: email, methods: methods))
    }
}
