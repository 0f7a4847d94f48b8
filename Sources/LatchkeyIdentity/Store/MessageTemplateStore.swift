// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// What projects say in their messages in place of our own words.
public protocol MessageTemplateReading {
    func messageSettings(of project: ProjectID) throws -> MessageSettings?
    /// By kind and language.
    func messageTemplates(of project: ProjectID) throws -> [MessageTemplate]
    func messageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> MessageTemplate?
}

public protocol MessageTemplateWriting: MessageTemplateReading {
    /// Adds a project's settings or replaces them.
    func save(_ settings: MessageSettings) throws
    /// Adds a template or replaces it.
    func save(_ template: MessageTemplate) throws
    /// - Returns: Whether there was one.
    func removeMessageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> Bool
}
