/// The reason why a response was refused, one for each step of WebAuthn Level 3, sections 7.1 and 7.2. Equality compares codes.
struct PasskeyRefusal: Error, Equatable, Sendable {
    struct Code: RawRepresentable, Hashable, Sendable {
        let rawValue: String
        init(rawValue: String) { self.rawValue = rawValue }

        // Reasons that follow from the response alone, independent of the passkey.
        static let malformed = Self(rawValue: "passkey_malformed")
        static let ceremony = Self(rawValue: "passkey_ceremony")
        static let challenge = Self(rawValue: "passkey_challenge")
        static let origin = Self(rawValue: "passkey_origin")
        static let relyingParty = Self(rawValue: "passkey_relying_party")
        static let userAbsent = Self(rawValue: "passkey_user_absent")
        static let userNotVerified = Self(rawValue: "passkey_user_not_verified")
        static let flags = Self(rawValue: "passkey_flags")
        static let attestation = Self(rawValue: "passkey_attestation")
        static let key = Self(rawValue: "passkey_key")
        static let credentialID = Self(rawValue: "passkey_credential_id")

        // Reasons that depend on the account. Clients cannot distinguish them.
        static let unknown = Self(rawValue: "passkey_unknown")
        static let signature = Self(rawValue: "passkey_signature")
        static let userHandle = Self(rawValue: "passkey_user_handle")
        static let backupEligibility = Self(rawValue: "passkey_backup_eligibility")
        /// The counter did not increase: the key may have been copied (section 6.1.1).
        static let counter = Self(rawValue: "passkey_counter")
    }

    let code: Code
    /// A description for developers, without data of any account.
    let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// The error for the client.
    var error: SignInError {
        switch code {
        case .unknown, .signature, .userHandle, .backupEligibility, .counter:
            SignInError(.passkeyCredentialNotFound, cause: code.rawValue)
        case .credentialID: SignInError(.invalidCredentialID, message: detail)
        default: SignInError(.invalidAuthenticatorResponse, message: detail, cause: code.rawValue)
        }
    }
}

extension SignInError.Code {
    package static let credentialAlreadyInUse = Self(rawValue: "CREDENTIAL_ALREADY_IN_USE")
    package static let invalidAuthenticatorResponse = Self(rawValue: "INVALID_AUTHENTICATOR_RESPONSE")
    package static let invalidCredentialID = Self(rawValue: "INVALID_CREDENTIAL_ID")
    package static let missingAuthenticatorResponse = Self(rawValue: "MISSING_AUTHENTICATOR_RESPONSE")
    package static let passkeyCredentialNotFound = Self(rawValue: "PASSKEY_CREDENTIAL_NOT_FOUND")
}
