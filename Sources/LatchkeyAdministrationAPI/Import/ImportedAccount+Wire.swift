import Foundation
package import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
package import LatchkeyWire

extension ImportedAccount {
    /// Creates an account from the format of `accounts:batchCreate` and of export files.
    package init(_ user: UserInfo) {
        self.init()
        id = user.localId
        tenant = user.tenantId.unlessEmpty
        email = user.email.unlessEmpty
        emailVerified = user.emailVerified ?? false
        initialEmail = user.initialEmail.unlessEmpty
        displayName = user.displayName.unlessEmpty
        photoURL = user.photoUrl.unlessEmpty
        phoneNumber = user.phoneNumber.unlessEmpty
        screenName = user.screenName.unlessEmpty
        disabled = user.disabled ?? false
        customAuth = user.customAuth ?? false
        emailLinkSignIn = user.emailLinkSignin ?? false
        customClaims = user.customAttributes.unlessEmpty
        rawPassword = user.rawPassword.unlessEmpty.map { Secret($0) }
        passwordHash = bytes(user.passwordHash, "passwordHash")
        salt = bytes(user.salt, "salt") ?? []
        hashVersion = user.version ?? 0
        createdAt = date(user.createdAt)
        lastSignInAt = date(user.lastLoginAt ?? user.lastSignedInAt)
        passwordUpdatedAt = user.passwordUpdatedAt.flatMap { date(String(Int64(exactly: $0.rounded()) ?? -1)) }
        validSince = date(user.validSince, unitsPerSecond: 1)
        identities = (user.providerUserInfo ?? []).map(ImportedIdentity.init)
        factors = (user.mfaInfo ?? []).map(ImportedFactor.init)
    }

    private mutating func bytes(_ text: String?, _ name: String) -> [UInt8]? {
        guard let text = text.unlessEmpty else { return nil }
        guard let bytes = Base64URL.decode(text) else {
            problem = problem ?? "\(name) is not Base64"
            return nil
        }
        return bytes
    }

    /// Returns `nil` for text that is not a time, as Identity Toolkit does, and for times outside the years 1970 to 9999.
    private func date(_ text: String?, unitsPerSecond: Int64 = 1000) -> Date? {
        guard let text, let number = Int64(text), (0...253_402_300_799 * unitsPerSecond).contains(number) else { return nil }
        return Date(millisecondsSince1970: number * (1000 / unitsPerSecond))
    }
}

extension ImportedIdentity {
    fileprivate init(_ info: ProviderUserInfo) {
        self.init()
        provider = info.providerId
        rawID = info.rawId.unlessEmpty
        email = info.email.unlessEmpty
        displayName = info.displayName.unlessEmpty
        photoURL = info.photoUrl.unlessEmpty
        screenName = info.screenName.unlessEmpty
    }
}

extension ImportedFactor {
    fileprivate init(_ enrollment: MfaEnrollment) {
        self.init()
        id = enrollment.mfaEnrollmentId.unlessEmpty
        phoneNumber = (enrollment.unobfuscatedPhoneInfo ?? enrollment.phoneInfo).unlessEmpty
        displayName = enrollment.displayName.unlessEmpty
        enrolledAt = enrollment.enrollmentDate
    }
}

extension MfaEnrollment {
    /// The enrollment time; `nil` if the member is not an RFC 3339 date.
    var enrollmentDate: Date? {
        enrolledAt.flatMap { text in
            (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
        }?.inWholeMilliseconds
    }
}
