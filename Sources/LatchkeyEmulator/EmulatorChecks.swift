import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets

/// The preconditions of Google's emulator for each call, in its order. Members that it ignores are removed from requests.
///
/// If several errors apply, test programs compare which one they get, so the order matters.
struct EmulatorChecks: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let codes: OneTimeCodes
    let phones: PhoneSignIn
    let catalog: ProviderCatalog
    /// Whether sign-ins that start here use simulated providers.
    let hasSandbox: Bool
    let withdrawnFactors: WithdrawnFactors

    static func missing(_ member: String) -> SignInError { SignInError(.init(rawValue: "MISSING_" + member)) }

    /// Checks that no other account has an email address.
    ///
    /// - Parameter account: The account that may already have it.
    /// - Throws: ``SignInError`` with `INVALID_EMAIL` or `EMAIL_EXISTS`.
    func requireFree(_ text: String, for account: AccountID? = nil, _ caller: Caller) async throws {
        guard let email = EmailAddress(text) else { throw SignInError(.invalidEmail) }
        let owner = try await store.read { try $0.account(withEmail: email, in: caller.realm) }
        guard owner == nil || owner?.id == account else { throw SignInError(.emailExists) }
    }

    /// Checks a password against the project's policy.
    ///
    /// - Throws: The errors of ``PasswordPolicy/check(_:)``.
    func requireStrong(_ password: String, _ caller: Caller) throws {
        try caller.project.settings.passwordPolicy.check(Secret(password))
    }

    /// Checks that the request names no tenant.
    ///
    /// - Throws: ``SignInError`` with `UNSUPPORTED_TENANT_OPERATION`.
    func requireNoTenant(_ caller: Caller) throws {
        guard caller.tenant == .none else { throw SignInError(.unsupportedTenantOperation) }
    }
}

extension String? {
    /// Whether a text is absent or empty. Google's emulator treats an empty text as absent in most places.
    var isMissing: Bool { self?.isEmpty ?? true }
}
