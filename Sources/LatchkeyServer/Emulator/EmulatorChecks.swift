import LatchkeyIdentity
import LatchkeySecrets

/// The preconditions of Google's emulator, call by call and in its order; members that it ignores are removed from requests.
///
/// Test programs compare which of several errors they get, so the order matters.
struct EmulatorChecks: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let codes: OneTimeCodes
    let phones: PhoneSignIn
    let catalog: ProviderCatalog
    /// Whether sign-ins that start here use simulated providers.
    let hasSandbox: Bool

    static func missing(_ member: String) -> SignInError { SignInError(.init(rawValue: "MISSING_" + member)) }

    /// Checks that no other account has an address.
    ///
    /// - Parameter account: The account that may already have it.
    /// - Throws: ``SignInError``: `INVALID_EMAIL`, `EMAIL_EXISTS`.
    func requireFree(_ text: String, for account: AccountID? = nil, _ caller: Caller) async throws {
        guard let email = EmailAddress(text) else { throw SignInError(.invalidEmail) }
        let owner = try await store.read { try $0.account(withEmail: email, in: caller.realm) }
        guard owner == nil || owner?.id == account else { throw SignInError(.emailExists) }
    }

    /// - Throws: The errors of ``PasswordPolicy/check(_:)``.
    func requireStrong(_ password: String, _ caller: Caller) throws {
        try caller.project.settings.passwordPolicy.check(Secret(password))
    }

    /// - Throws: ``SignInError`` with `UNSUPPORTED_TENANT_OPERATION`.
    func requireNoTenant(_ caller: Caller) throws {
        guard caller.tenant == .none else { throw SignInError(.unsupportedTenantOperation) }
    }
}

extension String? {
    /// Google's emulator treats an empty text as absent in most places.
    var isMissing: Bool { self?.isEmpty ?? true }
}
