import Foundation
import LatchkeySecrets

/// The reason why one account of a page was not imported, in Identity Toolkit's wording.
struct ImportRefusal: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    static let rawIDExists = Self("raw id exists in other account in database")
    static let emailExists = Self("email exists in other account in database")
    static let phoneNumberExists = Self("phone number exists in other account in database")
    static let enrollmentExists = Self("Enrollment id already exists.")
    static let accountExists = Self("localId belongs to an existing account - can not overwrite.")
    static let beingRemoved = Self("the data of a deleted account with this localId is still being removed.")
}

/// An imported account that passed all checks.
struct CheckedImport: Sendable {
    var account: Account
    var factors: [SecondFactor]
    /// The imported description, which tells which times were given.
    let source: ImportedAccount
    /// A remark for the importer about an account that was imported.
    var warning: String?
}

/// Converts import descriptions into accounts, without access to the store.
struct ImportCheck {
    let realm: Realm
    /// The storage method of the hashes of each version.
    let methods: [Int: PasswordHash.Method]
    /// The hash parameters of each version.
    let parameters: [Int: HashParameters]
    /// Returns the origin of a provider's identities.
    let origin: (ProviderID) -> String
    /// Whether a provider is a custom one that is not configured yet, and therefore has no origin.
    let isUnknownProvider: (ProviderID) -> Bool
    /// Whether the project has second factors by SMS enabled.
    let asksSecondFactors: Bool
    let keepsFactorsOfUnproved: Bool
    /// Whether photo URLs may have any form, as in Google's emulator.
    let takesAnyPhotoURL: Bool
    let instant: Date
    let random: RandomTokens

    private static let maxRawIDBytes = 1024
    private static let maxIdentities = 50

    /// Checks one account and converts it.
    ///
    /// - Throws: ``ImportRefusal``.
    func check(_ given: ImportedAccount) throws -> CheckedImport {
        if let problem = given.problem { throw ImportRefusal(problem) }
        let id = try checkedID(given.id)
        if let tenant = given.tenant, !tenant.isEmpty, tenant != realm.tenant.rawValue {
            throw ImportRefusal("Tenant id in userInfo does not match the tenant id in request.")
        }
        var warning: String?
        let password = try password(of: given, warning: &warning)
        let claims = try claims(of: given)
        let createdAt = given.createdAt ?? instant
        let identities = try self.identities(of: given, linkedAt: createdAt)
        let phoneNumber = try given.phoneNumber.map { text in
            guard let number = PhoneNumber(text) else { throw ImportRefusal("phone number format is invalid") }
            return number.text
        }
        let email = try given.email.map(checkedEmail)
        var account = Account(
            id: id, realm: realm, email: email, emailVerified: email != nil && given.emailVerified,
            initialEmail: try given.initialEmail.map(checkedEmail), displayName: given.displayName, photoURL: given.photoURL,
            phoneNumber: phoneNumber, screenName: given.screenName, password: password,
            passwordUpdatedAt: password == nil ? nil : given.passwordUpdatedAt ?? instant, customClaims: claims,
            customAuth: given.customAuth, disabled: given.disabled, emailLinkSignIn: given.emailLinkSignIn, createdAt: createdAt,
            lastSignInAt: given.lastSignInAt, identities: identities)
        account.validSince = given.validSince.map { min($0, instant) } ?? Date(timeIntervalSince1970: Double(instant.secondsSince1970))
        try checkLengths(account)
        leaveOutOtherPhotos(of: &account, warning: &warning)
        let factors = try factors(of: given, account: account)
        if let early = identities.first(where: { isUnknownProvider($0.key.provider) })?.key.provider {
            warning =
                warning
                    ?? """
                    the identity cannot be used: its provider is not configured, and \(early.rawValue) cannot be configured while it exists
                    """
        }
        if !factors.isEmpty, !asksSecondFactors {
            warning = warning ?? "the second factor is kept but not required: second factors by SMS are disabled in the project"
        } else if !factors.isEmpty, !account.emailVerified {
            warning = warning ?? "the second factor is kept although no address of the account is verified"
        }
        return CheckedImport(account: account, factors: factors, source: given, warning: warning)
    }

    private func checkedID(_ text: String?) throws -> AccountID {
        guard let text, !text.isEmpty else { throw ImportRefusal("localId is missing") }
        guard let id = AccountID(chosen: text) else { throw ImportRefusal("localId " + AccountID.chosenForm) }
        return id
    }

    private func checkedEmail(_ text: String) throws -> EmailAddress {
        guard let email = EmailAddress(text) else { throw ImportRefusal("email is invalid") }
        return email
    }

    private func password(of given: ImportedAccount, warning: inout String?) throws -> PasswordHash? {
        guard let hash = given.passwordHash, !hash.isEmpty else { return nil }
        guard hash.count <= PasswordHash.maxBytes, given.salt.count <= PasswordHash.maxBytes else {
            throw ImportRefusal("passwordHash and salt have at most \(PasswordHash.maxBytes) bytes")
        }
        guard let method = methods[given.hashVersion] else {
            throw ImportRefusal("passwordHash is of version \(given.hashVersion), and the hash parameters of that version were not given")
        }
        if let parameters = parameters[given.hashVersion], try !parameters.canHaveMade(hash) {
            warning = "passwordHash cannot be a hash of \(parameters.algorithm.rawValue) with these parameters: no password will match it"
        }
        return PasswordHash(hash: hash, salt: given.salt, method: method)
    }

    private func claims(of given: ImportedAccount) throws -> String? {
        guard let text = given.customClaims, !text.isEmpty else { return nil }
        do {
            return try DeveloperClaims.checked(text)
        } catch let error as SignInError {
            switch error.code.rawValue {
            case "CLAIMS_TOO_LARGE": throw ImportRefusal("Custom claims provided are too large.")
            case "FORBIDDEN_CLAIM": throw ImportRefusal("Custom claims provided include a reserved claim.")
            default: throw ImportRefusal("Invalid custom claims provided.")
            }
        }
    }

    private func identities(of given: ImportedAccount, linkedAt: Date) throws -> [Identity] {
        guard !given.identities.isEmpty else { return [] }
        guard given.identities.count <= Self.maxIdentities else {
            throw ImportRefusal("providerUserInfo has at most \(Self.maxIdentities) entries")
        }
        var found: [Identity] = []
        for entry in given.identities {
            // These two follow from the email address and the phone number.
            if entry.provider == ProviderID.password.rawValue || entry.provider == ProviderID.phone.rawValue { continue }
            guard let provider = entry.provider, !provider.isEmpty, let rawID = entry.rawID, !rawID.isEmpty else {
                throw ImportRefusal("federatedId or (providerId & rawId) is required")
            }
            guard provider.utf8.count <= 256, rawID.utf8.count <= Self.maxRawIDBytes else {
                throw ImportRefusal("rawId is longer than \(Self.maxRawIDBytes) bytes, or providerId than 256")
            }
            let id = ProviderID(rawValue: provider).identityProvider
            guard !found.contains(where: { $0.key.provider == id }) else { throw ImportRefusal("providerUserInfo names \(id) twice") }
            found.append(
                Identity(
                    key: IdentityKey(provider: id, origin: origin(id), rawID: rawID), email: entry.email.flatMap(EmailAddress.init),
                    displayName: entry.displayName, screenName: entry.screenName, photoURL: entry.photoURL, linkedAt: linkedAt))
        }
        return found
    }

    private func checkLengths(_ account: Account) throws {
        func check(_ text: String?, _ name: String, atMost count: Int) throws {
            guard let text, text.utf8.count > count, text.unicodeScalars.count > count else { return }
            throw ImportRefusal("\(name) is longer than \(count) characters")
        }
        try check(account.displayName, "displayName", atMost: AccountEdit.maxDisplayNameCharacters)
        try check(account.photoURL, "photoUrl", atMost: AccountEdit.maxPhotoURLCharacters)
        try check(account.screenName, "screenName", atMost: AccountEdit.maxDisplayNameCharacters)
        for identity in account.identities {
            try check(identity.displayName, "displayName of \(identity.key.provider)", atMost: AccountEdit.maxDisplayNameCharacters)
            try check(identity.photoURL, "photoUrl of \(identity.key.provider)", atMost: AccountEdit.maxPhotoURLCharacters)
            try check(identity.screenName, "screenName of \(identity.key.provider)", atMost: AccountEdit.maxDisplayNameCharacters)
        }
    }

    /// Leaves out pictures that apps could not show. The user can sign in without them.
    private func leaveOutOtherPhotos(of account: inout Account, warning: inout String?) {
        guard !takesAnyPhotoURL else { return }
        func isOther(_ url: String?) -> Bool { url.map { !AccountEdit.isPhotoURL($0) } ?? false }
        let others = account.identities.indices.filter { isOther(account.identities[$0].photoURL) }
        guard isOther(account.photoURL) || !others.isEmpty else { return }
        if isOther(account.photoURL) { account.photoURL = nil }
        for index in others { account.identities[index].photoURL = nil }
        warning = warning ?? "photoUrl is left out, because it is not a URL with http or https"
    }

    private func factors(of given: ImportedAccount, account: Account) throws -> [SecondFactor] {
        guard !given.factors.isEmpty else { return [] }
        guard keepsFactorsOfUnproved || account.email != nil else {
            throw ImportRefusal("Second factor account requires email to be presented.")
        }
        guard keepsFactorsOfUnproved || account.emailVerified else {
            throw ImportRefusal("Second factor account requires email to be verified.")
        }
        let ids = given.factors.compactMap(\.id)
        guard Set(ids).count == ids.count else { throw ImportRefusal.enrollmentExists }
        guard given.factors.count <= SecondFactor.maxCount else {
            throw ImportRefusal("mfaInfo has at most \(SecondFactor.maxCount) entries")
        }
        var found: [SecondFactor] = []
        for factor in given.factors {
            guard let text = factor.phoneNumber, !text.isEmpty else { throw ImportRefusal("Second factor not supported.") }
            guard let number = PhoneNumber(text) else { throw ImportRefusal("Phone number format is invalid") }
            guard !found.contains(where: { $0.phoneNumber == number }) else { continue }
            if let id = factor.id, !(1...256).contains(id.utf8.count) { throw ImportRefusal("mfaEnrollmentId has 1 to 256 bytes") }
            found.append(
                SecondFactor(
                    id: factor.id ?? random.text(length: AccountID.length, from: AccountID.alphabet), account: account.id, realm: realm,
                    means: .phone(number),
                    displayName: factor.displayName.map { String($0.unicodeScalars.prefix(SecondFactor.maxDisplayNameCharacters)) },
                    enrolledAt: factor.enrolledAt ?? instant))
        }
        return found
    }
}
