import Foundation
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb

/// `/console/projects/PROJECT/rules/history`: the versions of the rules, their differences, and restoring them.
struct RulesHistoryPage: Sendable {
    let console: Console
    let rules: RulesPage

    private static let route = RulesPage.route + "/history"
    private static let maxLines = 1000
    /// The maximum length of a shown line, in Unicode scalars. `maxBytes` limits all lines together.
    private static let maxLine = 300
    private static let maxBytes = 60_000

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
        /// Whether these are the current rules.
        let holds: Bool
        let isChosen: Bool
    }

    private struct Version {
        let number: Int
        let previous: Int?
        let lines: [Line]
        let moreLines: Int?
        /// The address of the editor with these rules. `nil` for the current rules, and for administrators that cannot save.
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
            text =
                line.map { $0.text.unicodeScalars.count > maxLine ? String($0.text.unicodeScalars.prefix(maxLine)) + "…" : $0.text } ?? ""
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
            let (lines, count) = await Turns.everybody.take { [former] in await Self.lines(from: former, to: text) }
            let mayRestore =
                !text.utf8.elementsEqual(place.database.rules.text.utf8) && place.visitor.role >= .editor
                && rules.databases.rulesFile(of: place.database.id) == nil
            version = Version(
                number: versions[chosen].number, previous: previous?.number, lines: lines,
                moreLines: count > lines.count ? count - lines.count : nil,
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

    /// Computes the difference off the event loop of the connection.
    ///
    /// - Returns: The lines to show, and the total number of lines.
    @concurrent private static func lines(from former: String?, to text: String) async -> (shown: [Line], count: Int) {
        let difference = LineDifference(from: former ?? text, to: text)
        let all = former == nil ? difference.lines : difference.excerpt()
        var bytes = 0
        let shown = all.prefix(maxLines).map(Line.init).prefix { line in
            bytes += 80 + line.text.utf8.count
            return bytes <= maxBytes
        }
        return (Array(shown), all.count)
    }
}
