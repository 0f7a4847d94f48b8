import LatchkeyAccountAPI
package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `POST projects/{project}/accounts`: creates an account without issuing tokens.
package struct CreateAccountEndpoint: AdminEndpoint {
    package static let name = "accounts"
    package static let words = APIWords(
        "createAccount", .users, "Creates an account",
        "Creates an account without a session. `localId` chooses the uid. Firebase's `projects.accounts`.",
        errors: [
            .emailExists, .missingEmail, .invalidEmail, .missingPassword, .phoneNumberExists, .invalidPhoneNumber, .duplicateLocalID,
            .init(
                rawValue:
                    "INVALID_LOCAL_ID"), .weakPassword, .invalidDisplayName, .init(rawValue: "INVALID_PHOTO_URL"),
            .init(
                rawValue:
                    "INVALID_MFA_PHONE_NUMBER"), .secondFactorLimitExceeded, .tenantIDMismatch,
        ],
        request: #"{"email":"grace@example.org","password":"hopper-1906","displayName":"Grace Hopper"}"#,
        reply: #"{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","email":"grace@example.org"}"#)

    package let administration: AccountAdministration

    package init(administration: AccountAdministration) {
        self.administration = administration
    }

    package static func tenant(of input: SignUpRequest) -> String? { input.tenantId }

    package func respond(to input: SignUpRequest, from caller: AdminCaller) async throws -> SignUpReply {
        var draft = AccountDraft()
        draft.id = try input.localId.unlessEmpty.map(AccountID.checked)
        draft.email = try input.email.unlessEmpty.map { try .required($0) }
        draft.emailVerified = input.emailVerified ?? false
        draft.password = input.password.unlessEmpty.map { Secret($0) }
        draft.phoneNumber = try input.phoneNumber.unlessEmpty.map { try .required($0) }
        draft.displayName = try input.displayName.unlessEmpty.map(AccountEdit.checkedDisplayName)
        draft.photoURL = try input.photoUrl.unlessEmpty.map {
            try AccountEdit.checkedPhotoURL($0, under: caller.caller.project.policies)
        }
        draft.disabled = input.disabled ?? false
        draft.secondFactors = try input.factors()
        let account = try await administration.create(draft, by: caller.caller, actor: caller.actor)
        return SignUpReply(localId: account.id.rawValue, email: account.email?.text, displayName: account.displayName)
    }
}

extension SignUpRequest {
    /// Returns the phone factors without duplicates.
    package func factors() throws -> [AccountDraft.FactorDraft] {
        var found: [AccountDraft.FactorDraft] = []
        for factor in mfaInfo ?? [] {
            guard let number = PhoneNumber(factor.phoneInfo ?? "") else {
                throw SignInError(.init(rawValue: "INVALID_MFA_PHONE_NUMBER"), message: "Invalid format.")
            }
            guard !found.contains(where: { $0.phoneNumber == number }) else { continue }
            found.append(.init(phoneNumber: number, displayName: factor.displayName?.cut(toScalars: SecondFactor.maxDisplayNameCharacters)))
        }
        guard found.count <= SecondFactor.maxCount else { throw SignInError(.secondFactorLimitExceeded) }
        return found
    }
}

extension AccountID {
    /// Returns the account ID for a chosen uid.
    ///
    /// - Throws: ``SignInError`` with `INVALID_LOCAL_ID`.
    package static func checked(_ text: String) throws -> AccountID {
        guard let id = AccountID(chosen: text) else {
            throw SignInError(.init(rawValue: "INVALID_LOCAL_ID"), message: "A uid \(chosenForm).")
        }
        return id
    }
}
