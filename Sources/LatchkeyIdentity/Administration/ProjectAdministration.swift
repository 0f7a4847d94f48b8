/// Creates and changes projects on behalf of administrators.
package struct ProjectAdministration: Sendable {
    let store: any AccountStore
    let setup: ProjectSetup
    let isSandbox: Bool
    /// Returns the project of a database; `nil` if there is no such database.
    let databaseOwner: @Sendable (String) async throws -> String?
    /// Checks a new URL of a hook; throws ``SettingRefusal`` if the author of the change may not set it.
    let checkHook: @Sendable (String) async throws -> Void
    let now: WallClock

    /// Creates a project with an API key.
    ///
    /// - Parameters:
    ///   - id: 4 to 30 lower-case letters, digits and hyphens, with a letter first and no hyphen last.
    ///   - name: The display name; by default, the ID.
    /// - Throws: ``SettingRefusal`` for an invalid ID or name, and for an ID that is taken.
    package func create(_ id: String, name: String?, by author: ActAuthor) async throws -> (Project, APIKey) {
        try ProjectRules.checkID(id)
        let name = try ProjectRules.checkedName(name ?? id)
        // The name would refer to the other project's database.
        if let owner = try await databaseOwner(id), owner != id {
            throw SettingRefusal("There is a database \(id) already, of the project \(owner). Choose another name.")
        }
        // The act concerns all projects, so its event is in the log of the console.
        let console = try await setup.consoleProject().id
        let settings = ProjectSettings(anonymousSignIn: isSandbox)
        let (project, key) = try setup.made(ProjectID(rawValue: id), displayName: name, settings: settings)
        do {
            return try await store.administer(by: author, at: now()) { transaction in
                try transaction.insert(project)
                try transaction.insert(key)
                return ((project, key), AdministrativeAct(in: Realm(project: console), "project " + id))
            }
        } catch let conflict as StoreConflict where conflict.subject == .project {
            let removed = try await store.read { try $0.removedProjects().first { $0.id.rawValue == id && $0.finishedAt == nil } }
            guard removed == nil else {
                throw SettingRefusal(
                    "The data of the deleted project \(id) is still being removed. Try again later, or choose another ID.")
            }
            throw SettingRefusal("There is a project \(id) already.")
        }
    }

    /// Begins to remove a project: it does not exist from then on. ``ProjectRemovals`` removes its data.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `conflict` for the standard project.
    package func remove(_ id: ProjectID, by author: ActAuthor) async throws {
        guard id != .standard else {
            throw ActRefusal.conflict(
                """
                The project \(id) cannot be deleted, because the server uses it for requests that name no project. Delete its accounts with \
                `latchkey users delete` and its data with `latchkey database delete`.
                """)
        }
        let console = try await setup.consoleProject().id
        let instant = now().inWholeMilliseconds
        try await store.administer(by: author, at: instant) { transaction in
            _ = try transaction.administeredProject(id)
            _ = try transaction.beginRemoval(of: id, at: instant)
            return ((), AdministrativeAct(.deleteProject, in: Realm(project: console), "project \(id)"))
        }
    }

    /// Changes the name, the settings and the authorized domains of a project. The event names what changed; a change that changes
    /// nothing writes none.
    ///
    /// - Parameter edit: Makes the change. It is called twice: hosts of new hooks are checked before the transaction, which cannot wait.
    /// - Throws: ``SettingRefusal``; ``ActRefusal``: `noProject`, `changedMeanwhile`.
    package func change(
        _ id: ProjectID, by author: ActAuthor, _ edit: @escaping @Sendable (inout Project) throws -> Void
    ) async throws -> Project {
        let known = try await store.read { try $0.administeredProject(id) }
        var wanted = known
        try edit(&wanted)
        let checked = wanted.settings.hooks.urls.subtracting(known.settings.hooks.urls)
        for url in checked.sorted() { try await checkHook(url) }
        return try await store.administer(by: author, at: now()) { transaction in
            // Read again, because the first copy was read before the transaction.
            let before = try transaction.administeredProject(id)
            var project = before
            try edit(&project)
            project = try ProjectRules.checked(project, after: before)
            let changes = project.changes(since: before)
            guard !changes.isEmpty else { return (before, nil) }
            guard project.settings.hooks.urls.subtracting(before.settings.hooks.urls).isSubset(of: checked) else {
                throw ActRefusal.changedMeanwhile
            }
            try transaction.update(project)
            return (project, AdministrativeAct(in: Realm(project: id), changes.joined(separator: " ")))
        }
    }

    /// Sets or removes a blocking hook.
    ///
    /// - Parameter url: The URL; `nil` removes the hook.
    /// - Throws: ``SettingRefusal``; ``ActRefusal``: `noProject`, `notFound` for the removal of a hook that is not set.
    package func setHook(_ event: BlockingHooks.Event, to url: String?, of id: ProjectID, by author: ActAuthor) async throws -> Project {
        try await change(id, by: author) { project in
            guard url != nil || project.settings.hooks[event] != nil else {
                throw ActRefusal.notFound("\(id) has no hook \(event.rawValue).")
            }
            project.settings.hooks[event] = url
        }
    }
}

extension BlockingHooks {
    fileprivate var urls: Set<String> { Set(Event.allCases.compactMap { self[$0] }) }
}
