import Foundation
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Parses an address of a test.
func address(_ text: String) throws -> EmailAddress { try #require(EmailAddress(text)) }

/// Parses a phone number of a test.
func number(_ text: String) throws -> PhoneNumber { try #require(PhoneNumber(text)) }

/// Actions of users, and the contents of the store.
extension IdentityFixture {
    static let password: Secret<String> = "correct horse"

    /// Creates an account with an address and a password.
    ///
    /// - Parameter verified: Whether the address counts as verified.
    func newUser(
        _ email: String = "ada@example.org", password: Secret<String> = password, verified: Bool = false, from caller: Caller? = nil
    ) async throws -> IssuedTokens {
        let tokens = try await signUp.withPassword(
            email: address(email), password: password, displayName: nil, caller: caller ?? self.caller())
        if verified { try await edit(tokens.account.id) { $0.emailVerified = true } }
        return tokens
    }

    /// Signs in with a password, without a second factor.
    func signIn(
        _ email: String = "ada@example.org", _ password: Secret<String> = password, from caller: Caller? = nil
    ) async throws -> IssuedTokens {
        try await passwordSignIn.signIn(email: address(email), password: password, caller: caller ?? self.caller()).tokens
    }

    /// Verifies the tokens of a user.
    func holder(of tokens: IssuedTokens, as caller: Caller? = nil) async throws -> SignedInCaller {
        try await sessions.check(tokens.idToken, from: caller ?? self.caller())
    }

    func account(_ id: AccountID, in realm: Realm = .sample) async throws -> Account {
        try #require(try await store.read { try $0.account(id, in: realm) })
    }

    func owner(of email: String, in realm: Realm = .sample) async throws -> AccountID? {
        let email = try address(email)
        return try await store.read { try $0.account(withEmail: email, in: realm)?.id }
    }

    /// Changes an account in the store, as no use case does.
    func edit(_ id: AccountID, in realm: Realm = .sample, _ change: @escaping @Sendable (inout Account) -> Void) async throws {
        try await store.write { transaction in
            var account = try #require(try transaction.account(id, in: realm))
            change(&account)
            try transaction.update(account)
        }
    }

    func sessionCount(of id: AccountID, in realm: Realm = .sample) async throws -> Int {
        try await store.read { try $0.sessions(of: id, in: realm).count }
    }

    func accountCount(in realm: Realm = .sample) async throws -> Int {
        try await store.read { try $0.accountCount(in: realm) }
    }

    /// The events of the project, the oldest first, as `sign_in refused INVALID_PASSWORD`.
    func events() async throws -> [String] {
        try await store.read { view in
            try view.events(EventFilter(project: .sample), limit: 1000).reversed().map { recorded in
                [recorded.event.kind.rawValue, recorded.event.outcome.rawValue, recorded.event.reason].compactMap(\.self)
                    .joined(separator: " ")
            }
        }
    }

    /// The error of a refused session, as apps see it when they refresh it; `nil` if the session is valid.
    func endOfSession(_ tokens: IssuedTokens) async -> String? {
        do {
            _ = try await sessions.refresh(tokens.refreshToken, for: .sample)
            return nil
        } catch {
            return (error as? SignInError)?.code.rawValue ?? "\(error)"
        }
    }
}

extension SignInOutcome {
    /// The tokens of a completed sign-in.
    var tokens: IssuedTokens {
        get throws {
            guard case .signedIn(let tokens) = self else { throw Unexpected(what: "a sign-in that needs a second factor") }
            return tokens
        }
    }

    /// The first step of a sign-in that needs a second factor.
    var needed: SecondFactorNeeded {
        get throws {
            guard case .secondFactorNeeded(let needed) = self else { throw Unexpected(what: "a sign-in without a second factor") }
            return needed
        }
    }
}

/// The error for an outcome that a test did not expect.
struct Unexpected: Error, CustomStringConvertible {
    let what: String
    var description: String { "unexpected: \(what)" }
}

/// Runs a body that must be refused.
///
/// - Returns: The error code that the client receives; `nil` if the body succeeded.
func refusal<T>(_ body: () async throws -> T) async -> String? {
    do {
        _ = try await body()
        return nil
    } catch let error as SignInError {
        return error.code.rawValue
    } catch let error as TooManyAttempts {
        return "wait \(error.retryAfterSeconds)"
    } catch {
        return "\(error)"
    }
}

extension IdentityFixture {
    static let adaText = "ada@example.org"

    /// Adds a tenant with every way to sign in that tenants have.
    func addTenant(_ id: TenantID, _ settings: TenantSettings? = nil) async throws {
        let settings =
            settings
            ?? TenantSettings(
                passwordSignIn: true, emailLinkSignIn: true, anonymousSignIn: true, smsSecondFactor: true, totpSecondFactor: true)
        let tenant = Tenant(id: id, project: .sample, displayName: id.rawValue, settings: settings, createdAt: clock.now())
        try await store.write { try $0.insert(tenant) }
        for provider in Self.providers { try await configure(provider, in: id) }
    }
}
