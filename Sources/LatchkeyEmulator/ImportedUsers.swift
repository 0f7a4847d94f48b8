import Foundation
import LatchkeyAccountAPI
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// Creates accounts from the users of an export.
struct ImportedUsers: Sendable {
    let realm: Realm
    let random: RandomTokens

    func insert(_ user: UserInfo, into transaction: any StoreWriting) throws {
        guard user.tenantId.unlessEmpty == nil else { throw Self.wrong("Users of a tenant cannot be imported from this file.") }
        guard let id = user.localId.unlessEmpty else { throw Self.wrong("localId is missing.") }
        let createdAt = try Self.date(user.createdAt, unitsPerSecond: 1000, "createdAt") ?? Date(timeIntervalSince1970: 0)
        var account = Account(
            id: try .checked(id), realm: realm, email: try user.email.unlessEmpty.map { try .required($0) },
            emailVerified: user.emailVerified ?? false, initialEmail: user.initialEmail.flatMap { EmailAddress($0) },
            displayName: user.displayName, photoURL: user.photoUrl,
            phoneNumber: try user.phoneNumber.unlessEmpty.map { try PhoneNumber.required($0).text }, screenName: user.screenName,
            passwordUpdatedAt: try user.passwordUpdatedAt.map { try Self.date($0, unitsPerSecond: 1000, "passwordUpdatedAt") },
            customClaims: try DeveloperClaims.checked(user.customAttributes ?? ""), customAuth: user.customAuth ?? false,
            disabled: user.disabled ?? false,
            emailLinkSignIn: user.emailLinkSignin ?? false, createdAt: createdAt,
            lastSignInAt: try Self.date(user.lastLoginAt, unitsPerSecond: 1000, "lastLoginAt"),
            lastRefreshAt: user.lastRefreshAt.flatMap(Self.instant),
            validSince: try Self.date(user.validSince, unitsPerSecond: 1, "validSince"))
        account.password = try password(of: user)
        account.identities = try identities(of: user, linkedAt: createdAt, in: transaction)
        try transaction.insert(account)
        for factor in user.mfaInfo ?? [] {
            guard let number = PhoneNumber(factor.unobfuscatedPhoneInfo ?? factor.phoneInfo ?? "") else { continue }
            try transaction.insert(
                SecondFactor(
                    id: factor.mfaEnrollmentId.unlessEmpty ?? random.text(length: 28, from: "abcdefghijklmnopqrstuvwxyz0123456789"),
                    account: account.id, realm: realm, means: .phone(number), displayName: factor.displayName,
                    enrolledAt: factor.enrolledAt.flatMap(Self.instant) ?? createdAt))
        }
    }

    private func password(of user: UserInfo) throws -> PasswordHash? {
        if let hash = user.passwordHash.unlessEmpty {
            // A hash of another program that was imported and never used cannot be checked, because the export format has no members for
            // its parameters.
            return InsecureFakeHash.parse(hash, salt: user.salt.unlessEmpty)
        }
        return user.rawPassword.unlessEmpty.map { InsecureFakeHash.hash(Secret($0), random: random) }
    }

    private func identities(of user: UserInfo, linkedAt: Date, in transaction: any StoreWriting) throws -> [Identity] {
        try (user.providerUserInfo ?? []).compactMap { entry -> Identity? in
            guard let provider = entry.providerId.unlessEmpty else { throw Self.wrong("A provider has no providerId.") }
            // These two are derived from the account itself.
            if [.password, .phone].contains(ProviderID(rawValue: provider)) { return nil }
            guard let rawID = (entry.rawId ?? entry.federatedId).unlessEmpty else { throw Self.wrong("\(provider) has no rawId.") }
            guard let key = try transaction.identityKey(provider: ProviderID(rawValue: provider), rawID: rawID, in: realm) else {
                throw Self.wrong("Unsupported provider: \(provider)")
            }
            return Identity(
                key: key, email: entry.email.flatMap { EmailAddress($0) }, addressVerifiedByProvider: user.emailVerified ?? false,
                displayName: entry.displayName, screenName: entry.screenName, photoURL: entry.photoUrl, linkedAt: linkedAt)
        }
    }

    private static func date(_ text: String?, unitsPerSecond: Double, _ member: String) throws -> Date? {
        guard let text = text.unlessEmpty else { return nil }
        guard let number = Double(text) else { throw wrong("\(member) is not a valid time.") }
        return try date(number, unitsPerSecond: unitsPerSecond, member)
    }

    private static func date(_ number: Double, unitsPerSecond: Double, _ member: String) throws -> Date {
        guard (0...253_402_300_799_999).contains(number) else { throw wrong("\(member) is not a valid time.") }
        return Date(timeIntervalSince1970: number / unitsPerSecond)
    }

    private static func instant(_ text: String) -> Date? {
        (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
    }

    private static func wrong(_ problem: String) -> SignInError {
        SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: problem)
    }
}
