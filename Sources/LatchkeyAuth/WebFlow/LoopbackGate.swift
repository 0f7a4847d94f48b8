import NIOHTTP1
import Synchronization

/// Decides about requests at the listener: who may come in, and that only one does.
final class LoopbackGate: Sendable {
    /// What is done with a request.
    enum Verdict: Equatable, Sendable {
        /// The answer that was waited for.
        case taken(WebFlowCallback)
        /// Something else, refused with a status.
        case refused(HTTPResponseStatus)
    }

    /// The longest path with query that is read, in bytes.
    static let maxTargetBytes = 32_768

    private let path: String
    private let read: @Sendable (_ query: String) -> WebFlowCallback
    private let deliver: @Sendable (WebFlowCallback) -> Void
    private let isTaken = Mutex(false)

    /// - Parameter deliver: Called once, with the first answer that is one.
    init(
        path: String, read: @escaping @Sendable (_ query: String) -> WebFlowCallback,
        deliver: @escaping @Sendable (WebFlowCallback) -> Void
    ) {
        self.path = path
        self.read = read
        self.deliver = deliver
    }

    /// - Parameter port: The port of the listener, which the Host header must name: a page of somebody else that lets its own
    ///   name point to this machine (DNS rebinding) sends another one.
    func judge(_ head: HTTPRequestHead, port: Int) -> Verdict {
        guard head.headers["Host"] == ["127.0.0.1:\(port)"] else { return .refused(.forbidden) }
        guard head.uri.utf8.count <= Self.maxTargetBytes else { return .refused(.uriTooLong) }
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let target = parts.first, target == path else { return .refused(.notFound) }
        guard head.method == .GET else { return .refused(.methodNotAllowed) }
        guard !head.headers.contains(name: "Transfer-Encoding"), ["", "0"].contains(head.headers.first(name: "Content-Length") ?? "")
        else { return .refused(.payloadTooLarge) }
        let answer = read(parts.count > 1 ? String(parts[1]) : "")
        guard answer != .unrelated else { return .refused(.badRequest) }
        let isFirst = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        guard isFirst else { return .refused(.gone) }
        deliver(answer)
        return .taken(answer)
    }
}
