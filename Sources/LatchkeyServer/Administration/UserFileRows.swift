public import LatchkeyIdentity
import LatchkeySecrets
public import LatchkeyWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Users as files tell them that `firebase auth:export` or `latchkey users export` wrote.
extension ImportedAccount {
    /// A user of a file; one that cannot be read keeps the others out of nothing and says what is wrong with it.
    public init(fileRow bytes: Data, _ decoder: JSONDecoder) {
        do {
            try UniqueJSON.check(Array(bytes))
            // Files that programs wrote have the right types; the lenient reader, several times slower, is for all others.
            let user = try (try? decoder.decode(UserInfo.self, from: bytes)) ?? WireDecoder.decode(UserInfo.self, from: Array(bytes))
            self = .ofFile(user)
        } catch {
            self = .unreadable("\(error)")
        }
    }

    public static func unreadable(_ problem: String) -> ImportedAccount {
        var account = ImportedAccount()
        account.problem = problem
        return account
    }

    /// Times that a file leaves out follow from the date of creation, so that the same file means the same whenever it is read.
    private static func ofFile(_ user: UserInfo) -> ImportedAccount {
        var account = ImportedAccount(user)
        account.passwordUpdatedAt = account.passwordUpdatedAt ?? account.createdAt
        account.validSince = account.validSince ?? account.createdAt.map { Date(timeIntervalSince1970: Double($0.secondsSince1970)) }
        return account
    }
}

extension UserInfo {
    /// With the names of `firebase auth:export`, and beside them only what they cannot say.
    public var forFile: UserInfo {
        var user = UserInfo(
            localId: localId, email: email, emailVerified: emailVerified ?? false, displayName: displayName, photoUrl: photoUrl,
            phoneNumber: phoneNumber, passwordHash: passwordHash, salt: salt, version: version == 0 ? nil : version, createdAt: createdAt,
            lastSignedInAt: lastLoginAt, disabled: disabled ?? false, customAuth: customAuth, customAttributes: customAttributes,
            initialEmail: initialEmail, emailLinkSignin: emailLinkSignin, tenantId: tenantId, screenName: screenName)
        let created = createdAt.flatMap { Int64($0) }
        if let passwordUpdatedAt, Int64(exactly: passwordUpdatedAt) != created { user.passwordUpdatedAt = passwordUpdatedAt }
        if let created, validSince != String(created / 1000) { user.validSince = validSince }
        user.providerUserInfo = (providerUserInfo ?? []).compactMap { info in
            guard info.providerId != ProviderID.password.rawValue, info.providerId != ProviderID.phone.rawValue else { return nil }
            return ProviderUserInfo(
                providerId: info.providerId, rawId: info.rawId, email: info.email, displayName: info.displayName, photoUrl: info.photoUrl,
                screenName: info.screenName)
        }
        // A program that makes codes cannot leave: its seed stays sealed here.
        let telephones = (mfaInfo ?? []).filter { $0.phoneInfo != nil }
        if !telephones.isEmpty { user.mfaInfo = telephones }
        return user
    }
}
