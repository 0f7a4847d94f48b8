/// Changes the senders and the templates of messages on behalf of administrators.
///
/// The caller validates the texts, because only the component that composes messages knows their form.
package struct MessageAdministration: Sendable {
    let store: any AccountStore
    let now: WallClock

    /// Changes a project's sender and its language for users without a preferred one.
    ///
    /// - Parameter edit: Gets the present settings, if any, and makes the change. Throw an error to keep the present settings.
    /// - Throws: ``ActRefusal`` with `noProject`.
    package func changeSender(
        of project: ProjectID, by author: ActAuthor,
        _ edit: @escaping @Sendable (_ present: MessageSettings?, inout MessageSettings) throws -> Void
    ) async throws {
        let instant = now().inWholeMilliseconds
        try await store.administer(by: author, at: instant) { transaction in
            _ = try transaction.administeredProject(project)
            let present = try transaction.messageSettings(of: project)
            var settings = present ?? MessageSettings(project: project, updatedAt: instant)
            try edit(present, &settings)
            guard settings.sender != present?.sender || settings.language != present?.language else { return ((), nil) }
            settings.updatedAt = instant
            try transaction.save(settings)
            return ((), AdministrativeAct(in: Realm(project: project), "sender of messages"))
        }
    }

    /// Saves a template of a project, in place of the built-in one.
    ///
    /// - Parameter look: Gets the project's present template, if any, before anything is saved. Throw an error to keep it.
    /// - Throws: ``ActRefusal`` with `noProject`; ``TooManyLanguages``.
    package func save(
        _ template: MessageTemplate, by author: ActAuthor, look: @escaping @Sendable (MessageTemplate?) throws -> Void = { _ in }
    ) async throws {
        try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.administeredProject(template.project)
            try look(try transaction.messageTemplate(template.kind, in: template.language, of: template.project))
            try transaction.saveWithinLimit(template)
            return (
                (),
                AdministrativeAct(in: Realm(project: template.project), "template \(template.kind.rawValue) \(template.language)")
            )
        }
    }

    /// Removes a template of a project, so that the built-in one applies.
    ///
    /// - Parameter look: Gets the project's present template, if any, before it is removed. Throw an error to keep it.
    /// - Returns: Whether the project had a template.
    /// - Throws: ``ActRefusal`` with `noProject`.
    package func reset(
        _ kind: OutboxMessage.Kind, in language: String, of project: ProjectID, by author: ActAuthor,
        look: @escaping @Sendable (MessageTemplate?) throws -> Void = { _ in }
    ) async throws -> Bool {
        try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.administeredProject(project)
            try look(try transaction.messageTemplate(kind, in: language, of: project))
            guard try transaction.removeMessageTemplate(kind, in: language, of: project) else { return (false, nil) }
            return (true, AdministrativeAct(in: Realm(project: project), "template \(kind.rawValue) \(language), Latchkey’s words"))
        }
    }
}
