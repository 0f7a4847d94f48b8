// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `/console/projects/PROJECT/rules/history`: the rules that held before, what each version changed, and the way back.
struct RulesHistoryPage: Sendable {
    let console: Console
    let rules: RulesPage

    private static let route = RulesPage.route + "/history"
    private static let maxLines = 1000

    private struct Content {
        let frame: ConsoleFrame
        let rules: String
        let query: String
        let database: String
        let versions: [Row]
        let chosen: Version?
    }

    private struct Row {
        let number: Int
        let href: String
        let at: ShownDate?
        let author: String
        /// Whether these are the rules that hold.
        let holds: Bool
        let isChosen: Bool
    }

    private struct Version {
        let number: Int
        let previous: Int?
        let lines: [Line]
        let moreLines: Int?
        /// The editor with these rules in it; absent for those that hold, and for who may not save.
        let restore: String?
    }

    private struct Line {
        let sign: String
        let kind: String
        let text: String
        let isGap: Bool

        init(_ line: LineDifference.Line?) {
            (sign, kind) =
                switch line?.kind {
                case .added: ("+", "added")
                case .removed: ("−", "removed")
                case .same, nil: (" ", "")
                }
            text = line.map { String($0.text) } ?? ""
            isGap = line == nil
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let place = try await rules.place(request, context, named: request.uri.queryParameters["db"].map { String($0) })
            return try await show(place, request.uri.queryParameters["version"].flatMap { Int($0) })
        }
    }

    private func show(_ place: RulesPage.Place, _ number: Int?) async throws -> Response {
        let trees = rules.databases.trees
        let versions = try await trees.rulesVersions(of: place.database.id)
        let here = place.here + "/history" + place.query + "&version="
        let chosen = versions.firstIndex { $0.number == number } ?? (versions.isEmpty ? nil : 0)
        let names = try await console.store.read { try ActorNames(versions.map(\.author), $0) }
        var version: Version?
        if let chosen, let text = try await trees.rules(ofVersion: versions[chosen].number, of: place.database.id) {
            let previous = versions.dropFirst(chosen + 1).first
            var former: String?
            if let previous { former = try await trees.rules(ofVersion: previous.number, of: place.database.id) }
            let lines = await Self.lines(from: former, to: text)
            let mayRestore =
                text != place.database.rules.text && place.visitor.role >= .editor
                && rules.databases.rulesFile(of: place.database.id) == nil
            version = Version(
                number: versions[chosen].number, previous: previous?.number, lines: Array(lines.prefix(Self.maxLines)),
                moreLines: lines.count > Self.maxLines ? lines.count - Self.maxLines : nil,
                restore: mayRestore ? place.here + place.query + "&version=\(versions[chosen].number)" : nil)
        }
        return try console.page(
            "console-rules-history",
            Content(
                frame: console.frame(place.visitor, .rules, of: place.project), rules: place.here + place.query, query: place.query,
                database: place.database.id.name,
                versions: versions.enumerated().map { index, version in
                    Row(
                        number: version.number, href: here + String(version.number),
                        at: version.savedAt.map { ShownDate(Date(millisecondsSince1970: $0)) }, author: names.name(of: version.author),
                        holds: index == 0, isChosen: index == chosen)
                }, chosen: version))
    }

    /// Beside the thread of the connection, which others share.
    @concurrent private static func lines(from former: String?, to text: String) async -> [Line] {
        guard let former else {
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(.init(kind: .same, text: $0)) }
        }
        return LineDifference(from: former, to: text).excerpt().map(Line.init)
    }
}
