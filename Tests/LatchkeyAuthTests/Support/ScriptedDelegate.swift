import LatchkeyAuth
import LatchkeyOAuth
import Synchronization

/// A scripted browser: reads the page's URL and returns as the server's handler would redirect it.
final class ScriptedDelegate: AuthUIDelegate {
    private struct State {
        var addresses: [String] = []
        var dismissals = 0
    }

    private let state = Mutex(State())
    private let visit: @Sendable (_ page: Parameters) async throws -> Void

    /// - Parameter visit: The scripted user action, with the parameters of the page.
    init(_ visit: @escaping @Sendable (_ page: Parameters) async throws -> Void) {
        self.visit = visit
    }

    /// Returns with further parameters after `authType` and `eventId`.
    static func comingBack(with outcome: Parameters) -> ScriptedDelegate {
        ScriptedDelegate { page in _ = try await comeBack(to: page, with: outcome) }
    }

    static func comeBack(
        to page: Parameters, eventID: String? = nil, with outcome: Parameters
    ) async throws -> RawHTTP.Reply {
        var query: Parameters = ["authType": page["authType"] ?? "", "eventId": eventID ?? page["eventId"] ?? ""]
        query.append(contentsOf: outcome)
        return try await RawHTTP.get((page["redirectUrl"] ?? "") + "?" + query.formEncoded)
    }

    var addresses: [String] { state.withLock { $0.addresses } }
    var dismissals: Int { state.withLock { $0.dismissals } }

    func present(_ address: String) async throws {
        state.withLock { $0.addresses.append(address) }
        let query = address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        try await visit(try Parameters(formEncoded: query))
    }

    func dismiss() async {
        state.withLock { $0.dismissals += 1 }
    }
}
