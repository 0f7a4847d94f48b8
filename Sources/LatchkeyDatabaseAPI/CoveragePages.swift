import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb
import NIOCore

/// The coverage reports of an emulator's database: how often each expression of the rules was evaluated, and to which values.
struct CoveragePages: Sendable {
    /// The paths of the reports: JSON, and an HTML page.
    enum Page: String {
        case data = "/.inspect/coverage.json"
        case people = "/.inspect/coverage"
    }

    let resolver: DatabaseResolver

    func respond(to request: Request, _ page: Page) async -> Response {
        do {
            let database = try await resolver.database(request.uri.queryParameters.get("ns"))
            let report = database.coverage ?? CoverageReport(rules: [])
            switch page {
            case .data: return .json(bytes: Array(try JSONEncoder().encode(report)))
            case .people:
                // The page runs no scripts. Its policy adds only inline styles to the default policy of this port.
                return Response(
                    status: .ok,
                    headers: [
                        .contentType: "text/html; charset=utf-8",
                        .contentSecurityPolicy: "sandbox; default-src 'none'; style-src 'unsafe-inline'",
                    ], body: .init(byteBuffer: ByteBuffer(string: Self.html(report))))
            }
        } catch let error as DatabaseRefusal {
            return error.response
        } catch {
            return DatabaseRefusal(.internalServerError, "Internal server error.").response
        }
    }

    private static func html(_ report: CoverageReport) -> String {
        var rows = ""
        for rule in report.rules {
            for (index, expression) in rule.expressions.enumerated() {
                let values = expression.values.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
                    .map { "\(escaped($0.key)) <small>\($0.value)×</small>" }.joined(separator: "<br>")
                rows += """
                    <tr class="\(index == 0 ? "rule" : "")\(expression.count == 0 ? " never" : "")"><td>\(expression.line):\(expression.column)</td>\
                    <td>\(index == 0 ? rule.kind.rawValue : "")</td><td><code>\(escaped(expression.text))</code></td>\
                    <td>\(expression.count)</td><td>\(values)</td></tr>

                    """
            }
        }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Rules coverage</title><style>
            body { font-family: sans-serif } table { border-collapse: collapse } td, th { text-align: left; padding: 2px 8px; vertical-align: top }
            .rule td { border-top: 1px solid #999; font-weight: bold } .never { background: #fdd }
            </style></head><body><h1>Rules coverage</h1><table>
            <tr><th>Place</th><th>Rule</th><th>Expression</th><th>Count</th><th>Values</th></tr>
            \(rows)</table></body></html>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
