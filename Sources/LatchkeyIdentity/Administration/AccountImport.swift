import Foundation
package import LatchkeySecrets

/// Imports accounts, one page at a time (`accounts:batchCreate`). Imports call no blocking functions and sign no user in.
package struct AccountImport: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let sealer: Sealer
    let standardOrigin: @Sendable (ProviderID) -> String
    let now: WallClock
    let random: RandomTokens

    /// The maximum number of accounts in a page.
    package static let maxPageSize = 1000
    /// The error for a user with an email address that belongs to another account.
    package static let emailExists = ImportRefusal.emailExists.message
    /// The number of clear-text passwords of a page that wait for the hashing pool at the same time.
    private static let hashedAtOnce = 4

    /// - Parameter standardOrigin: Returns the origin of the identities of a provider that the project has not configured.
    package init(
        store: any AccountStore, passwords: PasswordVault, sealer: Sealer, standardOrigin: @escaping @Sendable (ProviderID) -> String,
        now: @escaping WallClock, random: RandomTokens = .system
    ) {
        self.store = store
        self.passwords = passwords
        self.sealer = sealer
        self.standardOrigin = standardOrigin
        self.now = now
        self.random = random
    }

    /// The options of an import, which apply to the whole page.
    package struct Options: Sendable {
        /// Whether an existing account with the same uid is replaced.
        package var allowOverwrite = false
        /// Whether a page that contains an email address or identity twice is refused.
        package var sanityCheck = false
        /// Whether a page that contains a uid twice is refused. Has no effect with `allowOverwrite`.
        package var refusesDuplicates = true
        /// Whether second factors are imported for accounts without a verified address. Identity Toolkit refuses such accounts.
        package var keepsFactorsOfUnproved = false
        /// Whether an existing account keeps its password if the imported row has no password and the same address, because export files
        /// may omit passwords. Firebase's `accounts:batchCreate` removes the password.
        package var keepsPasswords = false
        /// The storage method of password hashes, by hash version; see ``PasswordVault/method(for:of:at:in:)``.
        package var methods: [Int: PasswordHash.Method] = [:]

        package init() {}
    }

    /// The result for one account.
    package enum Outcome: Sendable, Equatable {
        case created
        case replaced
        /// The account exists and equals the imported one.
        case unchanged
        /// The account exists, differs from the imported one, and was left unchanged.
        case kept
        case refused(String)
    }

    package struct Row: Sendable, Equatable {
        package var outcome: Outcome
        package var warning: String?
    }

    /// Imports one page in one transaction. Refused accounts do not prevent the import of the others.
    ///
    /// - Parameter check: Verifies inside the transaction that the caller is still authorized; throws otherwise.
    /// - Throws: ``SignInError`` for the whole page: `MISSING_USER_ACCOUNT`, `DUPLICATE_EMAIL`, `DUPLICATE_RAW_ID`,
    ///   `DUPLICATE_LOCAL_ID`; `INVALID_ARGUMENT` if the hash parameters that a method names no longer exist.
    package func run(
        _ users: [ImportedAccount], _ options: Options, by caller: Caller, actor: String,
        check mayStill: @escaping @Sendable (any StoreReading) throws -> Void = { _ in }
    ) async throws -> [Row] {
        try ImportPageCheck.check(users, options, oneAccountPerEmail: caller.project.settings.oneAccountPerEmail)
        let instant = now().inWholeMilliseconds
        let (origins, parameters) = try await store.read { view in
            let origins = try view.providers(in: caller.realm).map { ($0.identityProvider, $0.identityOrigin) }
            var parameters: [Int: HashParameters] = [:]
            for (version, method) in options.methods {
                switch method {
                case .own: parameters[version] = try passwords.ownParameters(of: caller.project)
                case .imported(let number):
                    parameters[version] = try view.hashConfiguration(number, of: caller.project.id)?.parameters(sealer)
                }
            }
            return (Dictionary(origins, uniquingKeysWith: { first, _ in first }), parameters)
        }
        let check = ImportCheck(
            realm: caller.realm, methods: options.methods, parameters: parameters,
            origin: { [standardOrigin] in origins[$0] ?? standardOrigin($0) },
            isUnknownProvider: { origins[$0] == nil && $0.rawValue.hasPrefix("oidc.") },
            asksSecondFactors: caller.project.settings.smsSecondFactor, keepsFactorsOfUnproved: options.keepsFactorsOfUnproved,
            takesAnyPhotoURL: caller.project.policies.isLenient, instant: instant, random: random)
        var checked: [Result<CheckedImport, ImportRefusal>] = []
        checked.reserveCapacity(users.count)
        for user in users {
            do {
                checked.append(.success(try check.check(user)))
            } catch let refusal as ImportRefusal {
                checked.append(.failure(refusal))
            }
        }
        try await hashPasswords(of: &checked, for: caller, at: instant)
        let page = checked
        // A row whose UID is not free in time is refused by itself.
        do {
            try await store.requireErased(page.compactMap { try? $0.get().account.id }, in: caller.realm.project)
        } catch is SignInError {}
        return try await store.write { transaction in
            try mayStill(transaction)
            try keepParameters(of: options, caller.project, at: instant, in: transaction)
            let rows = try store(page, options, at: instant, in: transaction)
            try record(rows, caller, actor, at: instant, in: transaction)
            return rows
        }
    }

    // MARK: Parts

    /// Extends the retention of the hash parameters from page to page. If they are gone, no account of the page is stored, because its
    /// users could never sign in.
    private func keepParameters(of options: Options, _ project: Project, at instant: Date, in transaction: any StoreWriting) throws {
        for case .imported(let number) in options.methods.values {
            guard try transaction.setHashConfigurationNeeded(number, of: project.id, at: instant) else {
                throw SignInError(
                    .init(rawValue: "INVALID_ARGUMENT"),
                    message: "The hash parameters of this import have expired. Start the import again.")
            }
        }
    }

    /// Stores the accounts of a page.
    private func store(
        _ page: [Result<CheckedImport, ImportRefusal>], _ options: Options, at instant: Date, in transaction: any StoreWriting
    ) throws -> [Row] {
        var metBefore = false
        return try page.map { entry in
            switch entry {
            case .success(let user): try store(user, options, at: instant, in: transaction, &metBefore)
            case .failure(let refusal): Row(outcome: .refused(refusal.message))
            }
        }
    }

    /// Stores one account.
    ///
    /// - Parameter metBefore: Whether the previous account existed. Then the next one probably exists too, and a look-up is cheaper than
    ///   a failed insert.
    private func store(
        _ user: CheckedImport, _ options: Options, at instant: Date, in transaction: any StoreWriting, _ metBefore: inout Bool
    ) throws -> Row {
        do {
            let (id, realm) = (user.account.id, user.account.realm)
            if metBefore, let present = try transaction.account(id, in: realm) {
                return try meet(present, user, options, at: instant, in: transaction)
            }
            metBefore = false
            do {
                // One attempt for each account, because SQLite copies each database page that an attempt changes. The copies of a larger one
                // go to a temporary file, which takes longer than the additional attempts.
                try transaction.attempt { try insert(user, in: transaction) }
                return Row(outcome: .created, warning: user.warning)
            } catch let conflict as StoreConflict {
                guard let present = try transaction.account(id, in: realm) else {
                    let isLeft = try conflict.subject == .account && transaction.hasErasure(of: id, in: realm.project)
                    throw isLeft ? ImportRefusal.beingRemoved : ImportRefusal(conflict)
                }
                metBefore = true
                return try meet(present, user, options, at: instant, in: transaction)
            }
        } catch let refusal as ImportRefusal {
            return Row(outcome: .refused(refusal.message))
        }
    }

    private func meet(
        _ present: Account, _ user: CheckedImport, _ options: Options, at instant: Date, in transaction: any StoreWriting
    ) throws -> Row {
        let factors = try transaction.secondFactors(of: present.id, in: present.realm)
        let wanted = user.keeping(present, factors, keepsPassword: options.keepsPasswords)
        if wanted.account == present, Self.same(wanted.factors, factors) { return Row(outcome: .unchanged, warning: user.warning) }
        guard options.allowOverwrite else { return Row(outcome: .kept) }
        try replace(present, with: wanted, at: instant, in: transaction)
        return Row(outcome: .replaced, warning: user.warning)
    }

    /// Whether two lists contain the same factors, in any order.
    private static func same(_ some: [SecondFactor], _ others: [SecondFactor]) -> Bool {
        some.sorted { $0.id < $1.id } == others.sorted { $0.id < $1.id }
    }

    private func insert(_ user: CheckedImport, in transaction: any StoreWriting) throws {
        try transaction.insert(user.account)
        for factor in user.factors { try transaction.insert(factor) }
    }

    /// Replaces an account. TOTP factors, which an import file cannot describe, stay unless the account changes hands.
    private func replace(
        _ present: Account, with wanted: CheckedImport, at instant: Date, in transaction: any StoreWriting
    ) throws {
        do {
            // Checked in the same order as in Identity Toolkit.
            for identity in wanted.account.identities {
                let holder = try transaction.account(linkedTo: identity.key, in: wanted.account.realm)
                if let holder, holder.id != wanted.account.id { throw ImportRefusal.rawIDExists }
            }
            var account = wanted.account
            // Existing sessions belong to the account as it was before the import.
            account.validSince = max(account.validSince, Date(timeIntervalSince1970: Double(instant.secondsSince1970)))
            let keys = Set(account.identities.map(\.key))
            var removed: Set<CredentialKind> = []
            if account.email != present.email || account.phoneNumber != present.phoneNumber
                || !present.identities.allSatisfy({ keys.contains($0.key) })
            {
                // The account may belong to another user now, so none of the former holder's remaining credentials may open it.
                removed = Set(CredentialKind.allCases).subtracting([.password, .identities, .phoneNumber])
                account.hasPasskey = false
            }
            let changed = account
            let phones = wanted.factors.filter { $0.phoneNumber != nil }
            let changesHands = !removed.isEmpty
            try transaction.attempt {
                try transaction.replace(changed, phones: phones, removing: removed)
                // The deletion that was scheduled concerned the former holder.
                try transaction.revise(changesHands ? .canceled : nil, of: changed, from: present)
            }
        } catch let conflict as StoreConflict {
            throw ImportRefusal(conflict)
        }
    }

    private func hashPasswords(
        of page: inout [Result<CheckedImport, ImportRefusal>], for caller: Caller, at instant: Date
    ) async throws {
        let clear = page.indices.compactMap { index -> (Int, Secret<String>)? in
            guard case .success(let user) = page[index], user.account.password == nil, let password = user.source.rawPassword else {
                return nil
            }
            return (index, password)
        }
        for start in stride(from: 0, to: clear.count, by: Self.hashedAtOnce) {
            let part = clear[start..<min(clear.count, start + Self.hashedAtOnce)]
            let hashes = try await withThrowingTaskGroup(of: (Int, Result<PasswordHash, SignInError>).self) { group in
                for (index, password) in part {
                    group.addTask {
                        do {
                            try PasswordPolicy().check(password)
                            return (index, .success(try await passwords.hash(password, for: caller.project, by: caller.trustedClaim)))
                        } catch let error as SignInError {
                            return (index, .failure(error))
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (index, result) in hashes {
                guard case .success(var user) = page[index] else { continue }
                switch result {
                case .success(let hash):
                    user.account.password = hash
                    user.account.passwordUpdatedAt = user.source.passwordUpdatedAt ?? instant
                    page[index] = .success(user)
                case .failure(let error):
                    page[index] = .failure(
                        ImportRefusal(error.message.map { "\(error.code.rawValue) : \($0)" } ?? error.code.rawValue))
                }
            }
        }
    }

    private func record(
        _ rows: [Row], _ caller: Caller, _ actor: String, at instant: Date, in transaction: any StoreWriting
    ) throws {
        let (created, replaced) = (rows.count { $0.outcome == .created }, rows.count { $0.outcome == .replaced })
        guard created + replaced > 0 else { return }
        try transaction.append(
            AuthEvent(
                at: instant, realm: caller.realm, kind: .importAccounts, outcome: .allowed, actor: actor,
                reason: "created \(created), replaced \(replaced)", address: caller.client.address))
    }
}

extension ImportRefusal {
    /// Translates a conflict in the store.
    fileprivate init(_ conflict: StoreConflict) {
        switch conflict.subject {
        case .email: self = .emailExists
        case .phoneNumber: self = .phoneNumberExists
        case .identity, .provider: self = .rawIDExists
        case .account: self = .accountExists
        case .secondFactor: self = .enrollmentExists
        default: self.init("the account cannot be stored: \(conflict.subject.rawValue)")
        }
    }
}
