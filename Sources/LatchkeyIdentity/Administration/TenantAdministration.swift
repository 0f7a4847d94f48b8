import LatchkeySecrets

/// Creates, changes and deletes tenants on behalf of administrators.
package struct TenantAdministration: Sendable {
    let store: any AccountStore
    let now: WallClock
    let random: RandomTokens

    /// Creates a tenant.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `conflict` if the project has the maximum number of tenants.
    package func create(
        named name: String, _ settings: TenantSettings, in project: ProjectID, by author: ActAuthor
    ) async throws -> Tenant {
        let tenant = Tenant(
            id: Tenant.newID(for: name, random: random), project: project, displayName: name, settings: settings,
            createdAt: now().inWholeMilliseconds)
        return try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.administeredProject(project)
            guard try transaction.tenants(of: project, after: nil, limit: Tenant.maxCount).count < Tenant.maxCount else {
                throw ActRefusal.conflict("A project has at most \(Tenant.maxCount) tenants.")
            }
            try transaction.insert(tenant)
            return (tenant, AdministrativeAct(in: Realm(project: project), "createTenant " + tenant.id.rawValue))
        }
    }

    /// Changes the name or the settings of a tenant. A change that changes nothing writes no event.
    ///
    /// - Throws: ``TenantNotFound``.
    package func change(
        _ realm: Realm, by author: ActAuthor, _ edit: @escaping @Sendable (inout Tenant) throws -> Void
    ) async throws -> Tenant {
        try await store.administer(by: author, at: now()) { transaction in
            guard let before = try transaction.tenant(realm.tenant, of: realm.project) else { throw TenantNotFound() }
            var tenant = before
            try edit(&tenant)
            let changes = tenant.changes(since: before)
            guard !changes.isEmpty else { return (before, nil) }
            try transaction.update(tenant)
            return (tenant, AdministrativeAct(in: realm, changes.joined(separator: " ")))
        }
    }

    /// Deletes a tenant with its accounts, in short transactions, so that other requests wait for a moment only.
    ///
    /// The tenant is disabled first. If the server stops in between, it stays disabled, and another call deletes the rest.
    ///
    /// - Throws: ``TenantNotFound``.
    package func delete(_ realm: Realm, by author: ActAuthor) async throws {
        let instant = now()
        try await store.administer(by: author, at: instant) { transaction in
            guard var tenant = try transaction.tenant(realm.tenant, of: realm.project) else { throw TenantNotFound() }
            tenant.settings.disabled = true
            try transaction.update(tenant)
            return ((), AdministrativeAct(in: realm, "deleteTenant"))
        }
        while try await store.write({ try erase(Self.accountBatch, of: realm, in: $0) }) == Self.accountBatch {}
        // Requests that were under way may have created accounts.
        _ = try await store.write { try $0.eraseTenant(realm.tenant, of: realm.project, at: instant, random: random) }
    }

    private func erase(_ limit: Int, of realm: Realm, in transaction: any StoreWriting) throws -> Int {
        let (page, instant) = (try transaction.accounts(in: realm, after: nil, limit: limit), now())
        for account in page {
            _ = try transaction.erase(account.id, in: realm, at: instant, random: random, limit: AccountErasure.batch / limit)
        }
        return page.count
    }

    /// The number of accounts in one transaction. Each may have many rows.
    private static let accountBatch = 50
}

extension Tenant {
    /// Returns the names of the settings that differ, for the audit log.
    fileprivate func changes(since before: Tenant) -> [String] {
        let (old, new) = (before.settings, settings)
        let names: [(String, Bool)] = [
            ("name", displayName != before.displayName), ("disabled", new.disabled != old.disabled),
            ("passwordSignIn", new.passwordSignIn != old.passwordSignIn), ("emailLinkSignIn", new.emailLinkSignIn != old.emailLinkSignIn),
            ("anonymousSignIn", new.anonymousSignIn != old.anonymousSignIn),
            ("smsSecondFactor", new.smsSecondFactor != old.smsSecondFactor),
            ("totpSecondFactor", new.totpSecondFactor != old.totpSecondFactor), ("signUp", new.signUp != old.signUp),
        ]
        let changed = names.filter(\.1).map(\.0)
        // No change is left out of the audit log, even if the list above does not name it.
        return changed.isEmpty && self != before ? ["settings"] : changed
    }
}
