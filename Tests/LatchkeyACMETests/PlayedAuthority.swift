import Foundation
import LatchkeySecrets
import Synchronization

@testable import LatchkeyACME

/// An authority that sends prepared responses, in their order.
final class PlayedAuthority: ACMETransport {
    private struct State {
        var replies: [ACMEReply]
        var requests: [ACMERequest] = []
    }

    private let state: Mutex<State>

    init(_ replies: [ACMEReply]) { state = Mutex(State(replies: replies)) }

    var requests: [ACMERequest] { state.withLock { $0.requests } }

    func send(_ request: ACMERequest) async throws -> ACMEReply {
        try state.withLock { state in
            state.requests.append(request)
            guard !state.replies.isEmpty else { throw ACMEError.unreachable("The test has no more responses.") }
            return state.replies.removeFirst()
        }
    }

    func session(account: String? = "https://ca.example/account/1") throws -> ACMESession {
        ACMESession(
            directory: "https://ca.example/dir", key: try ExampleKey.key(), account: account, transport: self,
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
    }

    /// The nonces of the signed requests.
    var nonces: [String] {
        requests.filter { $0.method == .post }.compactMap { request in
            guard let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: String],
                let header = body["protected"].flatMap({ Base64URL.decode($0) }),
                let members = try? JSONSerialization.jsonObject(with: Data(header)) as? [String: Any]
            else { return nil }
            return members["nonce"] as? String
        }
    }

    static let directory = ACMEReply(
        status: 200,
        body: Array(
            #"{"newNonce":"https://ca.example/nonce","newAccount":"https://ca.example/new","newOrder":"https://ca.example/order"}"#.utf8))

    static func nonce(_ text: String) -> ACMEReply { .init(status: 200, headers: ["replay-nonce": text]) }

    static func problem(_ type: String, nonce: String? = nil, headers: [String: String] = [:]) -> ACMEReply {
        var headers = headers
        headers["replay-nonce"] = nonce
        return .init(
            status: 400, headers: headers, body: Array(#"{"type":"urn:ietf:params:acme:error:\#(type)","detail":"because"}"#.utf8))
    }

    static func json(_ text: String, headers: [String: String] = [:]) -> ACMEReply {
        .init(status: 200, headers: headers.merging(["replay-nonce": "next"]) { own, _ in own }, body: Array(text.utf8))
    }
}
