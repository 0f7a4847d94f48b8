// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `/console/projects/PROJECT/history`: the record of events, a page at a time; and `/console/administrators/history`, that of administrators.
struct HistoryPage: Sendable {
    let console: Console

    private static let pageSize = 100

    private struct Content {
        let frame: ConsoleFrame
        let title: String
        let here: String
        let kinds: [Choice]
        let outcomes: [Choice]
        let rows: [Row]
        let first: String?
        let next: String?
        let hasPages: Bool
        let isLive: Bool
    }

    private struct Choice {
        let value: String
        let chosen: Bool
    }

    private struct Row {
        let at: ShownDate
        let kind: String
        let method: String?
        let outcome: String
        let reason: String?
        let subject: String?
        let href: String?
        let actor: String
        let address: String

        /// - Parameter users: Where accounts have pages, if they have any.
        init(_ event: AuthEvent, users: String?) {
            at = ShownDate(event.at)
            kind = event.kind.rawValue
            method = event.method?.rawValue
            outcome = event.outcome.rawValue
            reason = event.reason
            subject = event.subject?.rawValue
            href = users.flatMap { users in event.subject.map { users + "/" + PercentEncoding.encode($0.rawValue) } }
            actor = event.actor ?? ""
            address = event.address ?? ""
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/projects/:project/history", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let project = try await console.project(context)
            return try await list(
                of: project.id, at: ConsoleSection.history.path(in: project.id), title: "History",
                frame: console.frame(visitor, .history, of: project), users: ConsoleSection.users.path(in: project.id), request)
        }
        console.get(Self.ofAdministrators, on: router) { request, _ in
            let visitor = try await console.door.visitor(request, atLeast: .owner)
            return try await list(
                of: .console, at: Self.ofAdministrators, title: "What administrators did", frame: try await console.frame(visitor),
                users: nil, request)
        }
    }

    private static let ofAdministrators = AdministratorsPage.path + "/history"

    private func list(
        of project: ProjectID, at here: String, title: String, frame: ConsoleFrame, users: String?, _ request: Request
    ) async throws -> Response {
        let asked = try? QueryParameters(formEncoded: request.uri.query ?? "")
        // Only what there is: whatever else the address says is shown nowhere.
        let kind = AuthEvent.Kind.allCases.first { $0.rawValue == asked?["kind"] }
        let outcome = asked?["outcome"].flatMap(AuthEvent.Outcome.init(rawValue:))
        let before = asked?["before"].flatMap(EventPosition.init(text:))
        let filter = EventFilter(project: project, kind: kind, outcome: outcome, before: before)
        let found = try await console.store.read { try $0.events(filter, limit: Self.pageSize + 1) }
        let shown = found.prefix(Self.pageSize)
        let chosen = here + "?kind=" + (kind?.rawValue ?? "") + "&outcome=" + (outcome?.rawValue ?? "")
        let next = found.count > shown.count ? shown.last.map { chosen + "&before=" + $0.position.text } : nil
        return try console.page(
            "console-history",
            Content(
                frame: frame, title: title, here: here,
                kinds: AuthEvent.Kind.allCases.map { .init(value: $0.rawValue, chosen: $0 == kind) },
                outcomes: AuthEvent.Outcome.allCases.map { .init(value: $0.rawValue, chosen: $0 == outcome) },
                rows: shown.map { Row($0.event, users: users) }, first: before == nil ? nil : chosen, next: next,
                hasPages: before != nil || next != nil, isLive: before == nil && kind == nil && outcome == nil))
    }
}

extension EventPosition {
    /// Milliseconds since 1970, a hyphen, and the number.
    fileprivate init?(text: String) {
        let parts = text.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), let number = Int64(parts[1]),
            (0...AccountPlace.beyondAll.createdAt.millisecondsSince1970).contains(milliseconds)
        else { return nil }
        self.init(at: Date(millisecondsSince1970: milliseconds), number: number)
    }

    fileprivate var text: String { "\(at.millisecondsSince1970)-\(number)" }
}
