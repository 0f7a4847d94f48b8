import Foundation
import LatchkeyAccountAPI
package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `POST projects/{project}/accounts:update`: changes an account on behalf of an administrator.
package struct UpdateAccountEndpoint: AdminEndpoint {
    package static let name = "accounts:update"
    package static let words = APIWords(
        "updateAccountAsAdministrator", .users, "Changes an account",
        """
        Changes the members of the request in the account with the uid `localId`: also its custom claims, and whether it is \
        disabled. `validSince` ends all sessions. Firebase's `projects.accounts.update`.
        """,
        errors: [
            .missingLocalID, .userNotFound, .emailExists, .missingEmail, .invalidEmail, .phoneNumberExists, .invalidPhoneNumber,
            .missingPassword, .weakPassword, .invalidDisplayName, .init(rawValue: "INVALID_PHOTO_URL"), .invalidClaims,
            .claimsTooLarge, .forbiddenClaim, .missingProviderID, .missingRawID, .federatedUserIDAlreadyLinked,
            .duplicateMFAEnrollmentID, .invalidMFAEnrollmentID, .init(rawValue: "INVALID_MFA_PHONE_NUMBER"),
            .secondFactorLimitExceeded, .invalidArgument, .invalidCredentialID, .secondFactorExists, .mfaEnrollmentNotFound,
            .operationNotAllowed,
            .tenantIDMismatch,
        ],
        request: #"{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","disableUser":true}"#,
        reply: #"{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","email":"ada@example.org"}"#)

    package let store: StoreReader
    package let administration: AccountAdministration
    package let now: WallClock

    package init(store: any AccountStore, administration: AccountAdministration, now: @escaping WallClock) {
        self.store = StoreReader(store)
        self.administration = administration
        self.now = now
    }

    package static func tenant(of input: UpdateRequest) -> String? { input.tenantId }

    package func respond(to input: UpdateRequest, from caller: AdminCaller) async throws -> UpdateReply {
        guard let id = input.localId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_LOCAL_ID")) }
        var revision = try input.revision(under: caller.caller.project.policies)
        if let linked = input.linkProviderUserInfo { revision.linking = try await identity(linked, from: caller) }
        let account = try await administration.update(
            AccountID(rawValue: id), revision, by: caller.caller, actor: caller.actor)
        return UpdateReply(
            localId: account.id.rawValue, email: account.email?.text,
            emailVerified: account.email == nil ? nil : account.emailVerified, displayName: account.displayName,
            photoUrl: account.photoURL, providerUserInfo: ProviderUserInfo.all(of: account) ?? [],
            passwordHash: account.password == nil ? nil : UserInfo.redactedHash)
    }

    private func identity(_ linked: ProviderUserInfo, from caller: AdminCaller) async throws -> Identity {
        let (provider, rawID) = try linked.requireIdentity()
        let id = ProviderID(rawValue: provider)
        var key = try await store.read { try $0.identityKey(provider: id, rawID: rawID, in: caller.caller.realm) }
        // In an emulator, every provider is configured on first use.
        if caller.caller.project.policies.isLenient {
            key = key ?? IdentityKey(provider: id, origin: StandardOrigins()[id], rawID: rawID)
        }
        guard let key else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration is not found.")
        }
        let photoURL = try linked.photoUrl.unlessEmpty.map {
            try AccountEdit.checkedPhotoURL($0.cut(toScalars: AccountEdit.maxPhotoURLCharacters), under: caller.caller.project.policies)
        }
        return Identity(
            key: key, email: linked.email.flatMap(EmailAddress.init),
            displayName: linked.displayName?.cut(toScalars: AccountEdit.maxDisplayNameCharacters), screenName: linked.screenName,
            photoURL: photoURL, linkedAt: now().inWholeMilliseconds)
    }
}

extension ProviderUserInfo {
    /// - Throws: ``SignInError``: `MISSING_PROVIDER_ID`, `MISSING_RAW_ID`.
    @discardableResult
    package func requireIdentity() throws -> (provider: String, rawID: String) {
        guard let provider = providerId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_PROVIDER_ID")) }
        guard let rawID = rawId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_RAW_ID")) }
        return (provider, rawID)
    }
}

extension UpdateRequest {
    fileprivate func revision(under policies: AccountPolicies) throws -> AccountRevision {
        var revision = AccountRevision()
        revision.displayName = try displayName.map { .set(try AccountEdit.checkedDisplayName($0)) }
        revision.photoURL = try photoUrl.map { .set(try AccountEdit.checkedPhotoURL($0, under: policies)) }
        revision.email = try email.map { try .required($0) }
        revision.emailVerified = emailVerified
        revision.password = try password.map { text in
            guard !text.isEmpty else { throw SignInError(.missingPassword) }
            return Secret(text)
        }
        revision.phoneNumber = try phoneNumber.unlessEmpty.map { try .required($0) }
        revision.disabled = disableUser
        revision.customClaims = customAttributes
        revision.validSince = try validSince.map { try Date.parsed($0, unitsPerSecond: 1, member: "validSince") }
        revision.lastSignInAt = try lastLoginAt.map { try Date.parsed($0, unitsPerSecond: 1000, member: "lastLoginAt") }
        revision.unlinking = (deleteProvider ?? []).map(ProviderID.init(rawValue:))
        revision.removingPasskeys = try passkeysToRemove()
        for attribute in deleteAttribute ?? [] {
            switch attribute {
            case .displayName: revision.displayName = .clear
            case .photoURL: revision.photoURL = .clear
            case .email: revision.clearsEmail = true
            case .password: revision.clearsPassword = true
            default:
                throw SignInError(
                    .init(rawValue: "INVALID_ARGUMENT"), message: "deleteAttribute cannot remove \(attribute.rawValue.prefix(40)).")
            }
        }
        if let mfa { revision.secondFactors = try mfa.factors() }
        return revision
    }
}

extension MfaEnrollments {
    fileprivate func factors() throws -> [AccountRevision.Factor] {
        var factors: [AccountRevision.Factor] = []
        for enrollment in enrollments ?? [] {
            guard let id = enrollment.mfaEnrollmentId.unlessEmpty else {
                throw SignInError(.init(rawValue: "INVALID_MFA_ENROLLMENT_ID"), message: "mfaEnrollmentId must be defined.")
            }
            guard !factors.contains(where: { $0.id == id }) else { throw SignInError(.init(rawValue: "DUPLICATE_MFA_ENROLLMENT_ID")) }
            let number = try enrollment.phoneInfo.unlessEmpty.map { text in
                guard let number = PhoneNumber(text) else {
                    throw SignInError(.init(rawValue: "INVALID_MFA_PHONE_NUMBER"), message: "Invalid format.")
                }
                return number
            }
            if let number, factors.contains(where: { $0.phoneNumber == number }) { continue }
            if let text = enrollment.enrolledAt.unlessEmpty, enrollment.enrollmentDate == nil {
                throw SignInError(
                    .init(rawValue: "INVALID_ARGUMENT"),
                    message: "enrolledAt “\(text.prefix(40))” must be a date such as 2026-01-31T12:00:00Z (RFC 3339).")
            }
            factors.append(
                .init(
                    id: id, phoneNumber: number, displayName: enrollment.displayName?.cut(toScalars: SecondFactor.maxDisplayNameCharacters),
                    enrolledAt: enrollment.enrollmentDate))
        }
        guard factors.count <= SecondFactor.maxCount else { throw SignInError(.secondFactorLimitExceeded) }
        return factors
    }
}

extension Date {
    /// Parses a 64-bit integer, which some clients send without quotes.
    fileprivate static func parsed(_ text: String, unitsPerSecond: Double, member: String) throws -> Date {
        guard let number = Int64(text), (0...253_402_300_799_999).contains(number) else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "\(member) must be a timestamp as a whole number.")
        }
        return Date(timeIntervalSince1970: Double(number) / unitsPerSecond)
    }
}
