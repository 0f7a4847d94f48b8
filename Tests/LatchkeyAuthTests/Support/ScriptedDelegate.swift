import LatchkeyAuth
import LatchkeyOAuth
import Synchronization

/// A person with a browser: reads the page's address and comes back as the handler of the server would send it.
final class ScriptedDelegate: AuthUIDelegate {
    private struct State {
        var addresses: [String] = []
        var dismissals = 0
    }

    private let state = Mutex(State())
    private let visit: @Sendable (_ page: Parameters) async throws -> Void

    /// - Parameter visit: What the person does, given the parameters of the page.
    init(_ visit: @escaping @Sendable (_ page: Parameters) async throws -> Void) {
        self.visit = visit
    }

    /// Comes back with further parameters behind `authType` and `eventId`.
    static func comingBack(with outcome: Parameters) -> ScriptedDelegate {
        ScriptedDelegate { page in _ = try await comeBack(to: page, with: outcome) }
    }

    static func comeBack(
        to page: Parameters, eventID: String? = nil, with outcome: Parameters
    ) async throws -> RawHTTP.Answer {
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
