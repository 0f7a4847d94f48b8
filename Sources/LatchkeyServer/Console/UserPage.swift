// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth

/// `/console/projects/PROJECT/users/UID`: one account, how it is opened, who is signed in to it, and what happened.
struct UserPage: Sendable {
    let console: Console

    private static let eventCount = 50

    static func path(of account: Account, in list: String) -> String { list + "/" + PercentEncoding.encode(account.id.rawValue) }

    private struct Content {
        let frame: ConsoleFrame
        let list: String
        let identifier: String
        let disabled: Bool
        let facts: [Fact]
        let identities: [IdentityRow]
        let sessions: [SessionRow]
        let events: [EventRow]
    }

    private struct Fact {
        let name: String
        let value: String
    }

    private struct SessionRow {
        let begun: ShownDate
        let used: ShownDate
        let method: String
        let address: String
        let program: String

        init(_ session: Session) {
            begun = ShownDate(session.createdAt)
            used = ShownDate(session.lastUsedAt)
            method = session.method.displayName
            address = session.client.address ?? ""
            program = session.client.userAgent ?? session.client.app ?? ""
        }
    }

    private struct EventRow {
        let at: ShownDate
        let kind: String
        let method: String?
        let outcome: String
        let reason: String?
        let actor: String
        let address: String

        init(_ event: AuthEvent) {
            at = ShownDate(event.at)
            kind = event.kind.rawValue
            method = event.method?.rawValue
            outcome = event.outcome.rawValue
            reason = event.reason
            actor = event.actor ?? ""
            address = event.address ?? ""
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/projects/:project/users/:uid", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let project = try await console.project(context)
            let text = context.parameters.get("uid").flatMap { PercentEncoding.decode($0, plusIsSpace: false) } ?? ""
            return try await show(AccountID(rawValue: text), visitor, project)
        }
    }

    private func show(_ id: AccountID, _ visitor: ConsoleVisitor, _ project: Project) async throws -> Response {
        let realm = Realm(project: project.id)
        let found = try await console.store.read { view -> (Account, [Session], [AuthEvent])? in
            guard let account = try view.account(id, in: realm) else { return nil }
            let events = try view.events(of: project.id, subject: id, limit: Self.eventCount)
            return (account, try view.sessions(of: id, in: realm), events)
        }
        guard let (account, sessions, events) = found else { throw ConsoleRefusal.notFound("There is no account with this uid.") }
        return try console.pages.page(
            "console-user",
            Content(
                frame: console.frame(visitor, .users, of: project), list: ConsoleSection.users.path(in: project.id),
                identifier: account.shownIdentifier, disabled: account.disabled, facts: Self.facts(of: account),
                identities: account.identities.map(IdentityRow.init), sessions: sessions.map(SessionRow.init),
                events: events.map(EventRow.init)))
    }

    private static func facts(of account: Account) -> [Fact] {
        let facts: [(String, String?)] = [
            ("Uid", account.id.rawValue), ("Name", account.displayName),
            ("E-mail", account.email.map { $0.text + (account.emailVerified ? " (verified)" : " (not verified)") }),
            ("Phone", account.phoneNumber), ("Providers", account.shownProviders), ("Created", ShownDate(account.createdAt).text),
            ("Last signed in", ShownDate(account.lastSignInAt).text), ("Claims", account.customClaims),
        ]
        return facts.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : Fact(name: name, value: $0) } }
    }
}
