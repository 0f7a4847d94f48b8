import LatchkeyAdministrationAPI
import LatchkeyIdentity

extension Administrator {
    /// The maximum number of accounts in one response.
    static let maxPageSize = 1000

    func addUsers(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/users"
        routes.on(.get, path) { call in
            let limit = try call.pageSize
            guard (1...Self.maxPageSize).contains(limit) else {
                throw AdminError("\(limit) is not between 1 and \(Self.maxPageSize) accounts.")
            }
            return try await store.read { view in
                let (realm, last) = (try view.requireRealmOrConsole(call.realm), call.query("after").map(AccountID.init(rawValue:)))
                // One more than requested shows whether there is a next page.
                let found = try view.accounts(in: realm, after: last, limit: limit + 1)
                let page = found.prefix(limit)
                return UserPage(
                    users: try page.map { UserDescription($0, deletion: try view.scheduledDeletion(of: $0.id, in: realm)) },
                    next: found.count > limit ? page.last?.id.rawValue : nil)
            }
        }
        routes.on(.get, path + "/:user") { call in
            try await store.read { view in
                let account = try view.requireAccount(call["user"], in: call.realm)
                return UserDescription(
                    account, sessions: account.disabled ? 0 : try view.sessions(of: account.id, in: account.realm).count,
                    deletion: try view.scheduledDeletion(of: account.id, in: account.realm))
            }
        }
        routes.on(.post, path + "/:user/export") { call in
            let (account, _) = try await requireAccount(call["user"], in: call.realm)
            return try await accountExport.export(account.id, in: account.realm, by: .command)
        }
        routes.on(.delete, path + "/:user") { call in
            guard let grace = call.query("in") else { return try await deleteUser(call["user"], in: call.realm) }
            return try await scheduleDeletion(of: call["user"], after: grace, in: call.realm)
        }
        routes.on(.delete, path + "/:user/deletion") { try await cancelDeletion(of: $0["user"], in: $0.realm) }
    }

    /// Finds an account, with a caller for changes to it.
    func requireAccount(_ who: String, in realm: RealmName) async throws -> (Account, Caller) {
        try await store.read { view -> (Account, Caller) in
            let account = try view.requireAccount(who, in: realm)
            // The console's project is not among those that a name can select.
            let isConsole = account.realm.project == .console
            guard let project = try view.project(account.realm.project) else { throw ActRefusal.noProject(account.realm.project) }
            return (account, isConsole ? Caller(project: project) : try view.caller(in: realm))
        }
    }

    private func deleteUser(_ who: String, in realm: RealmName) async throws -> UserDescription {
        let (account, caller) = try await requireAccount(who, in: realm)
        do {
            try await administration.accounts.delete(account.id, by: caller, actor: ActAuthor.command.actor)
        } catch let error as SignInError where error.code == .userNotFound {
            throw AdminError("\(who) was already deleted.")
        }
        return UserDescription(account)
    }
}

extension StoreReading {
    /// Finds an account by UID, or else by email address.
    ///
    /// - Throws: ``AdminError`` when there is no such account.
    fileprivate func requireAccount(_ who: String, in name: RealmName) throws -> Account {
        let realm = try requireRealmOrConsole(name)
        if let account = try account(AccountID(rawValue: who), in: realm) { return account }
        if let email = EmailAddress(who), let account = try account(withEmail: email, in: realm) { return account }
        throw AdminError("\(name.inWords) has no account with the UID or email address \(who).")
    }
}
