import Foundation
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyWire

extension Administrator {
    func addMoving(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project"
        routes.on(.post, path + "/users:prepareImport") { try await prepareImport(to: $0.realm, $1) }
        routes.on(.post, path + "/users:import") { try await importUsers($1, to: $0.realm) }
        routes.on(.get, path + "/users:export") { try await exportUsers(in: $0.realm, after: $0.query("after"), limit: $0.pageSize) }
        routes.on(.get, path + "/hashParameters") { try await exportHashing(of: $0.project) }
        routes.on(.get, path + "/tenantUsers") { call in
            try await store.read { view in
                let project = try view.requireProject(call.project).id
                return try view.tenants(of: project, after: nil, limit: Tenant.maxCount).compactMap { tenant in
                    let count = try view.accountCount(in: Realm(project: project, tenant: tenant.id))
                    return count > 0 ? TenantUsers(tenant: tenant.id.rawValue, users: count) : nil
                }
            }
        }
    }

    // MARK: Import

    /// Stores the hash parameters that the users of a file need, and returns how their hashes are stored.
    private func prepareImport(to realm: RealmName, _ hashing: [VersionedHashing]) async throws -> [ImportMethod] {
        do {
            let parameters = try hashing.map { (version: $0.version, parameters: try HashParameters($0.parameters).checked()) }
            _ = try await store.read { try $0.requireRealm(realm) }
            let methods = try await administration.hashConfigurations.methods(
                for: parameters, of: ProjectID(rawValue: realm.project), by: .command)
            return methods.sorted { $0.key < $1.key }.map { version, method in
                switch method {
                case .own(let costs): ImportMethod(version: version, rounds: costs.rounds, memoryCost: costs.memoryCost)
                case .imported(let number): ImportMethod(version: version, configuration: number)
                }
            }
        } catch let error as HashParametersError {
            throw AdminError("The hash parameters cannot be used: \(error.description)")
        }
    }

    private func importUsers(_ page: UserImportPage, to realm: RealmName) async throws -> UserImportReply {
        guard page.lengths.allSatisfy({ (0...page.users.count).contains($0) }), page.lengths.reduce(0, +) == page.users.count else {
            throw AdminError("The page of users is damaged.")
        }
        let caller = try await store.read { try $0.caller(in: realm) }
        var options = AccountImport.Options()
        options.allowOverwrite = page.overwrite
        // Page boundaries in a file are arbitrary, so duplicates are handled row by row.
        options.refusesDuplicates = false
        options.keepsFactorsOfUnproved = true
        options.keepsPasswords = true
        for method in page.methods { options.methods[method.version] = try method.stored() }
        let users = Self.users(of: page)
        let rows: [AccountImport.Row]
        do {
            rows = try await accountImport.run(users, options, by: caller, actor: ActAuthor.command.actor)
        } catch let error as SignInError {
            throw AdminError(error.message ?? error.code.rawValue)
        }
        var reply = UserImportReply()
        for (index, row) in rows.enumerated() { reply.add(row, index: index, uid: users[index].id, detailed: page.detailed) }
        return reply
    }

    private static func users(of page: UserImportPage) -> [ImportedAccount] {
        var users: [ImportedAccount] = []
        users.reserveCapacity(page.lengths.count)
        var start = page.users.startIndex
        for (index, length) in page.lengths.enumerated() {
            let bytes = page.users[start..<start + length]
            start += length
            if let problem = page.problems[index] {
                users.append(.unreadable(problem))
                continue
            }
            users.append(ImportedAccount(fileRow: Array(bytes)))
        }
        return users
    }

    // MARK: Export

    private func exportUsers(in realm: RealmName, after last: String?, limit: Int) async throws -> UserExportPage {
        guard (1...Self.maxPageSize).contains(limit) else {
            throw AdminError("\(limit) is not between 1 and \(Self.maxPageSize) accounts.")
        }
        let realm = try await store.read { try $0.requireRealm(realm) }
        if last == nil { try await administration.accounts.recordExport(of: realm, "with password hashes", by: .command) }
        return try await store.read { view in
            let found = try view.accounts(in: realm, after: last.map(AccountID.init(rawValue:)), limit: limit)
            return UserExportPage(
                users: try view.described(found, withPasskeys: false).map(\.forFile),
                next: found.count == limit ? found.last?.id.rawValue : nil)
        }
    }

    private func exportHashing(of project: String) async throws -> [VersionedHashing] {
        let (project, others) = try await store.read { view in
            let project = try view.requireProject(project)
            return (project, try view.hashConfigurationsInUse(of: project.id))
        }
        // The signer keys are secret.
        try await administration.accounts.recordExport(of: Realm(project: project.id), "hash parameters", by: .command)
        return [VersionedHashing(version: 0, parameters: BatchCreateRequest(try passwords.ownParameters(of: project)))]
            + (try others.map { VersionedHashing(version: $0.number, parameters: BatchCreateRequest(try $0.parameters(sealer))) })
    }
}

extension ImportMethod {
    fileprivate func stored() throws -> PasswordHash.Method {
        if let configuration { return .imported(configuration) }
        guard let rounds, let memoryCost, let costs = ScryptParameters(rounds: rounds, memoryCost: memoryCost) else {
            throw AdminError("The page of users is damaged.")
        }
        return .own(costs)
    }
}

extension UserImportReply {
    fileprivate mutating func add(_ row: AccountImport.Row, index: Int, uid: String?, detailed: Bool) {
        let result: String
        var message = row.warning
        switch row.outcome {
        case .created: (created, result) = (created + 1, "created")
        case .replaced: (replaced, result) = (replaced + 1, "replaced")
        case .unchanged: (unchanged, result) = (unchanged + 1, "unchanged")
        case .kept:
            (kept, result) = (kept + 1, "kept")
            message = "it already exists and differs from the file; --overwrite replaces it"
        case .refused(let reason):
            (refused, result) = (refused + 1, "refused")
            message = reason
        }
        guard detailed || result == "refused" || (result == "created" && message != nil) else { return }
        rows.append(Row(index: index, uid: uid, result: result, message: message))
    }
}
