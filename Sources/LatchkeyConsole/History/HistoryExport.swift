import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb
import NIOCore

/// The filtered history as a file: comma-separated values (RFC 4180) or one JSON object a line, the newest events first.
struct HistoryExport: Sendable {
    let console: Console
    let now: WallClock

    /// The maximum number of events of a file.
    static let limit = 100_000
    private static let pageSize = 500

    /// The columns, in their order.
    private static let columns = [
        "time", "event", "outcome", "method", "reason", "text", "tenant", "account", "name", "session", "actor", "address",
    ]

    private enum Format: String {
        case csv, jsonl
    }

    func respond(to request: Request, of project: ProjectID, _ visitor: ConsoleVisitor) async throws -> Response {
        let parameters = request.queryParameters
        guard let format = parameters["format"].flatMap(Format.init(rawValue:)) else {
            throw ConsoleRefusal.notFound("The history is exported as csv or jsonl.")
        }
        let day = ShownDate(now()).day
        var response = Response(
            status: .ok,
            headers: [
                .contentType: format == .csv ? "text/csv; charset=utf-8" : "application/jsonl",
                .contentDisposition: "attachment; filename=\"history-\(project.rawValue)-\(day).\(format.rawValue)\"",
            ], body: body(of: project, HistoryQuery(parameters), as: format, for: visitor))
        response.protectPage()
        return response
    }

    /// Streams the events at the pace of the browser. The stream is aborted if the administrator loses the role.
    private func body(of project: ProjectID, _ query: HistoryQuery, as format: Format, for visitor: ConsoleVisitor) -> ResponseBody {
        let begin = now()
        let role: ConsoleRole = project == .console ? .owner : .viewer
        return ResponseBody { writer in
            var (last, left) = (query.before, Self.limit)
            if format == .csv { try await writer.write(ByteBuffer(string: Self.columns.joined(separator: ",") + "\r\n")) }
            while left > 0 {
                let (before, limit) = (last, min(left, Self.pageSize))
                let (page, lines) = try await console.store.read { view in
                    try console.door.check(visitor, atLeast: role, in: view)
                    var filter = try query.filter(of: project, now: begin, view)
                    filter.before = before
                    let page = try view.events(filter, limit: limit)
                    let names = try EventNames(page.map(\.event), view)
                    return (page, try page.map { try Self.line($0.event, names, as: format) })
                }
                try await writer.write(ByteBuffer(string: lines.joined()))
                guard page.count == limit else { break }
                (last, left) = (page.last?.position, left - page.count)
            }
            try await writer.finish(nil)
        }
    }

    private static func line(_ event: AuthEvent, _ names: EventNames, as format: Format) throws -> String {
        let values: [String?] = [
            event.at.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), event.kind.rawValue, event.outcome.rawValue,
            event.method?.rawValue, event.reason, EventText(event).sentence,
            event.realm.tenant == .none ? nil : event.realm.tenant.rawValue, event.subject?.rawValue,
            event.subject.map { names.name(of: $0, in: event.realm) }, event.session?.rawValue,
            event.actor.map { names.actors.name(of: $0) }, event.address,
        ]
        switch format {
        case .csv: return values.map { CSVField.text($0 ?? "") }.joined(separator: ",") + "\r\n"
        case .jsonl:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let pairs = zip(columns, values).compactMap { name, value in value.map { (name, $0) } }
            return String(decoding: try encoder.encode(Dictionary(pairs, uniquingKeysWith: { $1 })), as: UTF8.self) + "\n"
        }
    }
}

/// A field of a file with comma-separated values.
enum CSVField {
    /// Returns the field in quotes. Spreadsheets run a text that begins with one of these characters as a formula, also in quotes, so an
    /// apostrophe precedes it.
    static func text(_ value: String) -> String {
        let isFormula = value.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        return "\"" + (isFormula ? "'" : "") + value.replacing("\"", with: "\"\"") + "\""
    }
}
