import Foundation
import LatchkeySecrets

/// The error that a transaction throws when a hook has to be called first.
///
/// The error undoes the transaction, so that no lock or partial change is held while the hook runs. The transaction then runs again from
/// its beginning with the hook's response; see ``Sessions/asking(_:_:)``.
struct HookRequest: Error {
    let event: BlockingHooks.Event
    let url: String
    let account: Account
    /// Whether the account existed before, without any sign-in method.
    var isUpgrade = false
    let factors: [SecondFactor]
    let method: ProviderID
    let secondFactor: UsedSecondFactor?
    /// The provider's data about the user; `nil` if no provider was involved, and after a second factor.
    let assertion: ProviderAssertion?
    let caller: Caller

    /// The maximum size of a profile. Longer profiles are omitted.
    private static let maxProfileBytes = 16_384
    /// The lifetime of the token, in seconds.
    private static let lifetimeSeconds: Int64 = 300
    /// The lifetime of the token that Google's emulator sends.
    private static let emulatedLifetimeSeconds: Int64 = 600

    /// Returns the claims of the token that is sent to the hook.
    func claims(issuer: String, id: String, at now: Date) -> [(name: String, value: ClaimValue)] {
        let isLenient = caller.project.policies.isLenient
        let lifetime = isLenient ? Self.emulatedLifetimeSeconds : Self.lifetimeSeconds
        var claims: [(name: String, value: ClaimValue)] = [
            ("iss", .string(issuer)), ("aud", .string(url)), ("sub", .string(account.id.rawValue)), ("iat", .integer(now.secondsSince1970)),
            ("exp", .integer(now.secondsSince1970 + lifetime)), ("event_id", .string(id)),
            ("event_type", .string(event.rawValue)), ("sign_in_method", .string(method.rawValue)), ("user_record", userRecord),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { claims.append((name, .string(text))) }
        }
        // Google's emulator always sends these.
        add("user_agent", caller.client.userAgent ?? (isLenient ? "NotYetSupportedInFirebaseAuthEmulator" : nil))
        add("ip_address", caller.client.address ?? (isLenient ? "127.0.0.1" : nil))
        add("locale", caller.language ?? (isLenient ? "en" : nil))
        add("tenant_id", account.realm.tenant == .none ? nil : account.realm.tenant.rawValue)
        add("sign_in_second_factor", secondFactor?.kind.rawValue)
        guard let assertion else { return claims }
        func fitting(_ text: String?) -> String? { text.flatMap { $0.utf8.count <= Self.maxProfileBytes ? $0 : nil } }
        add("raw_user_info", fitting(assertion.rawUserInfo))
        add("sign_in_attributes", fitting(assertion.signInAttributes))
        let (tokens, forwarding) = (assertion.tokens, caller.project.settings.hooks.forwarding)
        if forwarding.idToken { add("oauth_id_token", tokens.idToken?.expose()) }
        if forwarding.accessToken {
            add("oauth_access_token", (tokens.forwardedAccessToken ?? tokens.accessToken)?.expose())
            add("oauth_token_secret", tokens.tokenSecret?.expose())
            if let seconds = tokens.expiresInSeconds { claims.append(("oauth_expires_in", .integer(Int64(seconds)))) }
        }
        return claims
    }

    private var userRecord: ClaimValue {
        var record: [String: ClaimValue] = [
            "uid": .string(account.id.rawValue), "disabled": .bool(account.disabled), "email_verified": .bool(account.emailVerified),
            "provider_data": .array(providerData),
        ]
        var times: [String: ClaimValue] = ["creation_time": .integer(account.createdAt.millisecondsSince1970)]
        times["last_sign_in_time"] = account.lastSignInAt.map { .integer($0.millisecondsSince1970) }
        record["metadata"] = .object(times)
        record["email"] = account.email.map { .string($0.text) }
        record["display_name"] = account.displayName.map(ClaimValue.string)
        record["photo_url"] = account.photoURL.map(ClaimValue.string)
        record["phone_number"] = account.phoneNumber.map(ClaimValue.string)
        record["tenant_id"] = account.realm.tenant == .none ? nil : .string(account.realm.tenant.rawValue)
        record["custom_claims"] = account.customClaims.flatMap {
            try? JSONDecoder().decode(ClaimValue.self, from: Data($0.utf8))
        }
        // Functions that are written for Google's emulator read members of it without a check for absence.
        if caller.project.policies.isLenient { record["custom_claims"] = record["custom_claims"] ?? .object([:]) }
        if !factors.isEmpty { record["multi_factor"] = .object(["enrolled_factors": .array(factors.map(Self.entry))]) }
        return .object(record)
    }

    private var providerData: [ClaimValue] {
        var entries = account.identities.map { identity -> ClaimValue in
            var entry: [String: ClaimValue] = [
                "provider_id": .string(identity.key.provider.rawValue), "uid": .string(identity.key.rawID),
            ]
            entry["email"] = identity.email.map { .string($0.text) }
            entry["display_name"] = identity.displayName.map(ClaimValue.string)
            entry["photo_url"] = identity.photoURL.map(ClaimValue.string)
            return .object(entry)
        }
        if let email = account.email?.text, account.password != nil || account.emailLinkSignIn {
            var entry: [String: ClaimValue] = [
                "provider_id": .string(ProviderID.password.rawValue), "uid": .string(email), "email": .string(email),
            ]
            entry["display_name"] = account.displayName.map(ClaimValue.string)
            entry["photo_url"] = account.photoURL.map(ClaimValue.string)
            entries.append(.object(entry))
        }
        if let number = account.phoneNumber {
            entries.append(
                .object(["provider_id": .string(ProviderID.phone.rawValue), "uid": .string(number), "phone_number": .string(number)]))
        }
        return entries
    }

    private static func entry(_ factor: SecondFactor) -> ClaimValue {
        var entry: [String: ClaimValue] = [
            "uid": .string(factor.id), "factor_id": .string(factor.kind.rawValue),
            "enrollment_time": .string(factor.enrolledAt.rfc3339),
        ]
        entry["display_name"] = factor.displayName.map(ClaimValue.string)
        if case .phone(let number) = factor.means { entry["phone_number"] = .string(number.text) }
        return .object(entry)
    }
}
