public import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Brings accounts in from elsewhere, a page at a time (`accounts:batchCreate`). No hook is asked, and nobody is signed in.
public struct AccountImport: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let sealer: Sealer
    let standardOrigin: @Sendable (ProviderID) -> String
    let now: WallClock
    let random: RandomTokens

    /// How many accounts a page has at most.
    public static let maxPageSize = 1000
    /// The error for a user whose address belongs to another account.
    public static let emailExists = ImportRefusal.emailExists.message
    /// Clear passwords of a page that wait for the hashing pool at once.
    private static let hashedAtOnce = 4

    /// - Parameter standardOrigin: Where the identities of a provider live that the project has not configured.
    public init(
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

    /// What the whole page has in common.
    public struct Options: Sendable {
        /// Whether an account that is there with the same uid is replaced.
        public var allowOverwrite = false
        /// Refuses the page when one address or identity occurs twice in it.
        public var sanityCheck = false
        /// Whether a page in which a uid occurs twice is refused, unless it may replace accounts.
        public var refusesDuplicates = true
        /// Whether second factors come along although the account has no proved address; else Identity Toolkit's rule refuses it.
        public var keepsFactorsOfUnproved = false
        /// Whether an account that is there keeps its password where a row has none and the same address: files are written without
        /// passwords, too. Firebase's `accounts:batchCreate` takes the password away.
        public var keepsPasswords = false
        /// How hashes are stored, by their version; see ``PasswordVault/method(for:of:at:in:)``.
        public var methods: [Int: PasswordHash.Method] = [:]

        public init() {}
    }

    /// What became of one account.
    public enum Outcome: Sendable, Equatable {
        case created
        case replaced
        /// It was there, and as the import has it.
        case unchanged
        /// It was there, otherwise than the import has it, and was left as it is.
        case kept
        case refused(String)
    }

    public struct Row: Sendable, Equatable {
        public var outcome: Outcome
        public var warning: String?
    }

    /// Imports one page in one transaction. Accounts that are refused do not keep the others out.
    ///
    /// - Parameter check: Looks in the very transaction whether the sender may still do it, and throws otherwise.
    /// - Throws: ``SignInError`` for the page as a whole: `MISSING_USER_ACCOUNT`, `DUPLICATE_EMAIL`, `DUPLICATE_RAW_ID`,
    ///   `DUPLICATE_LOCAL_ID`; `INVALID_ARGUMENT` when the parameters that a method names are gone.
    public func run(
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
            instant: instant, random: random)
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
        return try await store.write { transaction in
            try mayStill(transaction)
            try keepParameters(of: options, caller.project, at: instant, in: transaction)
            var metBefore = false
            let rows = try page.map { entry -> Row in
                switch entry {
                case .success(let user): try store(user, options, at: instant, in: transaction, &metBefore)
                case .failure(let refusal): Row(outcome: .refused(refusal.message))
                }
            }
            try record(rows, caller, actor, at: instant, in: transaction)
            return rows
        }
    }

    // MARK: Parts

    /// An account whose parameters are gone could never sign in: they stay from page to page, or nothing of the page is stored.
    private func keepParameters(of options: Options, _ project: Project, at instant: Date, in transaction: any StoreWriting) throws {
        for case .imported(let number) in options.methods.values {
            guard try transaction.setHashConfigurationNeeded(number, of: project.id, at: instant) else {
                throw SignInError(
                    .init(rawValue: "INVALID_ARGUMENT"),
                    message: "The hash parameters of this import are no longer there: it waited for too long. Start the import again.")
            }
        }
    }

    /// Whether something is taken the store's constraints tell: nothing is asked for an account that is new.
    ///
    /// - Parameter metBefore: Whether the last account was there already. Then the next is probably, too, and asking is cheaper.
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
                try insert(user, in: transaction)
                return Row(outcome: .created, warning: user.warning)
            } catch let conflict as StoreConflict {
                guard let present = try transaction.account(id, in: realm) else { throw ImportRefusal(conflict) }
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

    /// In whatever order.
    private static func same(_ some: [SecondFactor], _ others: [SecondFactor]) -> Bool {
        some.sorted { $0.id < $1.id } == others.sorted { $0.id < $1.id }
    }

    private func insert(_ user: CheckedImport, in transaction: any StoreWriting) throws {
        try transaction.insert(user.account)
        do {
            for factor in user.factors { try transaction.insert(factor) }
        } catch is StoreConflict {
            _ = try transaction.deleteAccount(user.account.id, in: user.account.realm)
            throw ImportRefusal.enrolmentExists
        }
    }

    /// Programs that make codes cannot be described by a file: they stay unless the account changes hands.
    private func replace(
        _ present: Account, with wanted: CheckedImport, at instant: Date, in transaction: any StoreWriting
    ) throws {
        do {
            // Taken in the order in which Identity Toolkit looks at them.
            for identity in wanted.account.identities {
                let holder = try transaction.account(linkedTo: identity.key, in: wanted.account.realm)
                if let holder, holder.id != wanted.account.id { throw ImportRefusal.rawIDExists }
            }
            var account = wanted.account
            // Whoever was signed in was signed in to what the account was before.
            account.validSince = max(account.validSince, Date(timeIntervalSince1970: Double(instant.secondsSince1970)))
            let keys = Set(account.identities.map(\.key))
            var removed: Set<CredentialKind> = []
            if account.email != present.email || account.phoneNumber != present.phoneNumber
                || !present.identities.allSatisfy({ keys.contains($0.key) })
            {
                // It may be somebody else's now: nothing by which they came in before may let them in again.
                removed = Set(CredentialKind.allCases).subtracting([.password, .identities, .phoneNumber])
                account.hasPasskey = false
            }
            try transaction.replace(account, telephones: wanted.factors.filter { $0.phoneNumber != nil }, removing: removed)
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
    /// Something was taken.
    fileprivate init(_ conflict: StoreConflict) {
        switch conflict.subject {
        case .email: self = .emailExists
        case .phoneNumber: self = .phoneNumberExists
        case .identity, .provider: self = .rawIDExists
        case .account: self = .accountExists
        case .other where conflict.detail?.contains("second_factor") == true: self = .enrolmentExists
        default: self.init("the account cannot be stored: \(conflict.subject.rawValue)")
        }
    }
}
