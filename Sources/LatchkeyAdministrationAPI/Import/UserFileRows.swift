import Foundation
package import LatchkeyIdentity
package import LatchkeyWire

/// Users in the file format of `firebase auth:export` and `latchkey users export`.
extension ImportedAccount {
    /// Creates a user from one row of a file.
    ///
    /// A row that cannot be parsed gives an account with a `problem`, so that the other users can still be imported.
    package init(fileRow bytes: [UInt8]) {
        do {
            self = .ofFile(try WireDecoder.decode(UserInfo.self, from: bytes))
        } catch let error as WireDecodingError {
            // The row, not a request, has the problem: an error without a path is about the row itself.
            self = .unreadable("\(error.path == "/" ? "The user" : error.path) \(error.problem)")
        } catch {
            self = .unreadable("\(error)")
        }
    }

    /// Returns a placeholder for a row that cannot be parsed.
    package static func unreadable(_ problem: String) -> ImportedAccount {
        var account = ImportedAccount()
        account.problem = problem
        return account
    }

    /// Returns a user of a file. Missing times default to the creation time, so that the result does not depend on the time of import.
    private static func ofFile(_ user: UserInfo) -> ImportedAccount {
        var account = ImportedAccount(user)
        account.passwordUpdatedAt = account.passwordUpdatedAt ?? account.createdAt
        account.validSince = account.validSince ?? account.createdAt.map { Date(timeIntervalSince1970: Double($0.secondsSince1970)) }
        return account
    }
}

extension UserInfo {
    /// The user with the member names of `firebase auth:export`, plus only the members that this format lacks.
    package var forFile: UserInfo {
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
        // TOTP factors are not exported: their seeds stay sealed on this server.
        let phones = (mfaInfo ?? []).filter { $0.phoneInfo != nil }
        if !phones.isEmpty { user.mfaInfo = phones }
        return user
    }
}
