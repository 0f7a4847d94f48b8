import Foundation
import HTTPTypes
import LatchkeyAuth
import Synchronization

/// Returns responses from a list and records the requests as text.
///
/// Requests for the project's configuration are handled separately, so that they do not appear among the requests that a test is about.
final class ScriptedTransport: AuthTransport {
    struct Reply: Sendable {
        var status = 200
        var body: String

        /// Google's error envelope around a message.
        static func error(_ message: String, status: Int = 400, reason: String = "invalid") -> Reply {
            let text = message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return Reply(
                status: status,
                body: """
                    {"error":{"code":\(status),"message":"\(text)",\
                    "errors":[{"message":"\(text)","domain":"global","reason":"\(reason)"}]}}
                    """)
        }
    }

    struct Failure: Error, Equatable {
        let text: String
    }

    private struct State {
        var replies: [Result<Reply, Failure>]
        var requests: [String] = []
        var project: Result<Reply, Failure> = .success(Reply(body: #"{"projectId":"12345","authorizedDomains":["localhost"]}"#))
        var questions: [String] = []
        var paused: [CheckedContinuation<Void, Never>]?
        var arrivals: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(_ replies: [Result<Reply, Failure>], paused: Bool = false) {
        state = Mutex(State(replies: replies, paused: paused ? [] : nil))
    }

    convenience init(_ bodies: String...) {
        self.init(bodies.map { .success(Reply(body: $0)) })
    }

    convenience init(failing message: String, status: Int = 400, reason: String = "invalid") {
        self.init([.success(.error(message, status: status, reason: reason))])
    }

    func add(_ body: String) {
        state.withLock { $0.replies.append(.success(Reply(body: body))) }
    }

    func add(_ reply: Reply) {
        state.withLock { $0.replies.append(.success(reply)) }
    }

    /// Sets the response to later requests for the project's configuration.
    func replyForProject(_ reply: Result<Reply, Failure>) {
        state.withLock { $0.project = reply }
    }

    /// Method and URL of every request for the project's configuration.
    var questions: [String] { state.withLock { $0.questions } }

    /// All other requests so far: method and URL, headers in the order of their names, body.
    var requests: [String] { state.withLock { $0.requests } }

    /// The bodies alone, each after the last component of its path.
    var calls: [String] {
        requests.map { text in
            let lines = text.split(separator: "\n")
            let path = lines[0].split(separator: "?")[0].split(separator: "/").last ?? ""
            return path + " " + (lines.last ?? "")
        }
    }

    /// Waits for the first request.
    func firstRequest() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.requests.isEmpty { state.arrivals.append(continuation) }
                return !state.requests.isEmpty
            }
            if isThere { continuation.resume() }
        }
    }

    /// Resumes paused requests.
    func goOn() {
        let waiting = state.withLock { state in
            defer { state.paused = nil }
            return state.paused ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8]) {
        let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        if request.method == .get {
            let reply = try state.withLock { state in
                state.questions.append("GET " + address)
                return try state.project.get()
            }
            return (HTTPResponse(status: .init(code: reply.status)), Array(reply.body.utf8))
        }
        let fields = request.headerFields.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
        let text = ([request.method.rawValue + " " + address] + fields + [String(decoding: body, as: UTF8.self)])
            .joined(separator: "\n")
        let (reply, arrivals) = state.withLock { state in
            state.requests.append(text)
            defer { state.arrivals = [] }
            let reply = state.replies.isEmpty ? nil : state.replies.removeFirst()
            return (reply, state.arrivals)
        }
        for continuation in arrivals { continuation.resume() }
        await withCheckedContinuation { continuation in
            let isPaused = state.withLock { state in
                state.paused?.append(continuation)
                return state.paused != nil
            }
            if !isPaused { continuation.resume() }
        }
        guard let reply = try reply?.get() else { throw Failure(text: "No reply is left for:\n\(text)") }
        return (HTTPResponse(status: .init(code: reply.status)), Array(reply.body.utf8))
    }
}
