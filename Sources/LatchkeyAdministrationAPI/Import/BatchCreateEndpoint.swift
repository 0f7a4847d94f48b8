import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `POST projects/{project}/accounts:batchCreate`: imports up to 1,000 accounts with their password hashes.
package struct BatchCreateEndpoint: AdminEndpoint {
    package static let name = "accounts:batchCreate"
    /// Fits a page of 1,000 accounts.
    package static let maxBodyBytes = 8_388_608
    package static let words = APIWords(
        "importAccounts", .users, "Imports accounts",
        """
        Imports at most 1,000 accounts with their password hashes. The response lists the accounts that were refused, by their \
        index. Firebase's `projects.accounts.batchCreate`.
        """,
        required: ["users"], errors: [.missingUserAccount, .invalidArgument, .duplicateEmail, .duplicateLocalID, .tenantIDMismatch],
        request: #"{"users":[{"localId":"ada","email":"ada@example.org"}]}"#,
        reply: #"{"kind":"identitytoolkit#UploadAccountResponse"}"#)
    private static let isThere = "localId belongs to an existing account - can not overwrite."

    let accounts: AccountImport
    let hashConfigurations: HashConfigurationAdministration
    /// Whether ``InsecureFakeHash`` values are accepted. Emulator mode only.
    var insecureFake = false

    package static func tenant(of input: BatchCreateRequest) -> String? { input.tenantId }

    package func respond(to input: BatchCreateRequest, from caller: AdminCaller) async throws -> BatchCreateReply {
        var options = AccountImport.Options()
        options.allowOverwrite = input.allowOverwrite ?? false
        options.sanityCheck = input.sanityCheck ?? false
        let users = input.users ?? []
        let needsMethod = users.contains { $0.passwordHash.unlessEmpty != nil || (insecureFake && $0.rawPassword.unlessEmpty != nil) }
        if let method = try await method(of: input, needed: needsMethod, caller: caller) {
            options.methods[0] = method
        }
        // Only export files have several hash versions.
        let described = users.map { user in
            var user = user
            let fake = insecureFake ? Self.fake(of: user) : nil
            if fake != nil { (user.passwordHash, user.salt, user.rawPassword) = (nil, nil, nil) }
            var account = ImportedAccount(user)
            account.hashVersion = 0
            if let fake { (account.passwordHash, account.salt) = (fake.hash, fake.salt) }
            return account
        }
        let rows = try await accounts.run(described, options, by: caller.caller, actor: caller.actor)
        let distinguishesAddresses = options.sanityCheck && caller.caller.project.settings.oneAccountPerEmail
        let errors = rows.enumerated().compactMap { index, row -> BatchError? in
            switch row.outcome {
            case .refused(AccountImport.emailExists) where insecureFake && !distinguishesAddresses:
                // Google's emulator rejects these, unlike production, and its message says so.
                BatchError(
                    index: index, message: "((Auth Emulator does not support importing duplicate email: \(users[index].email ?? "")))")
            case .refused(let message): BatchError(index: index, message: message)
            case .kept: BatchError(index: index, message: Self.isThere)
            case .unchanged: options.allowOverwrite ? nil : BatchError(index: index, message: Self.isThere)
            case .created, .replaced: nil
            }
        }
        return BatchCreateReply(error: errors)
    }

    /// Returns what an emulator stores instead of a hash, for plain-text passwords of any length and for another emulator's hashes.
    private static func fake(of user: UserInfo) -> PasswordHash? {
        if let hash = user.passwordHash.unlessEmpty { return InsecureFakeHash.parse(hash, salt: nil) }
        return user.rawPassword.unlessEmpty.map { InsecureFakeHash.hash(Secret($0), salt: user.salt.unlessEmpty, random: .system) }
    }

    private func method(of input: BatchCreateRequest, needed: Bool, caller: AdminCaller) async throws -> PasswordHash.Method? {
        guard needed || input.hashAlgorithm.unlessEmpty != nil else { return nil }
        do {
            if insecureFake, input.hashAlgorithm.unlessEmpty == nil { return .own(.firebase) }
            guard input.hashAlgorithm.unlessEmpty != nil else {
                throw HashParametersError("hashAlgorithm is missing: there are users with a passwordHash.")
            }
            let parameters = try HashParameters(input).checked()
            return try await hashConfigurations.methods(for: [(0, parameters)], of: caller.caller.project.id, by: caller.author)[0]
        } catch let error as HashParametersError {
            // Google's emulator does not check the parameters. It stores such a hash, and no password matches it.
            if insecureFake { return .own(.firebase) }
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: error.description)
        }
    }
}
