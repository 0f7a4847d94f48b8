import NIOHTTP1
import Synchronization

/// The policy of the loopback listener: which requests are accepted, and that only one callback is.
final class LoopbackGate: Sendable {
    /// The decision about a request.
    enum Verdict: Equatable, Sendable {
        /// The expected callback.
        case taken(WebFlowCallback)
        /// Any other request, rejected with a status.
        case refused(HTTPResponseStatus)
    }

    /// The maximum length of a path with query, in bytes.
    static let maxTargetBytes = 32_768

    private let path: String
    private let read: @Sendable (_ query: String) -> WebFlowCallback
    private let deliver: @Sendable (WebFlowCallback) -> Void
    private let isTaken = Mutex(false)

    /// Creates a gate.
    ///
    /// - Parameter deliver: Called once, with the first valid callback.
    init(
        path: String, read: @escaping @Sendable (_ query: String) -> WebFlowCallback,
        deliver: @escaping @Sendable (WebFlowCallback) -> Void
    ) {
        self.path = path
        self.read = read
        self.deliver = deliver
    }

    /// Decides about a request.
    ///
    /// - Parameter port: The port of the listener. The Host header must contain it: with DNS rebinding, the host
    ///   name of a foreign page resolves to this machine, and the Host header contains that name.
    func judge(_ head: HTTPRequestHead, port: Int) -> Verdict {
        guard head.headers["Host"] == ["127.0.0.1:\(port)"] else { return .refused(.forbidden) }
        guard head.uri.utf8.count <= Self.maxTargetBytes else { return .refused(.uriTooLong) }
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let target = parts.first, target == path else { return .refused(.notFound) }
        guard head.method == .GET else { return .refused(.methodNotAllowed) }
        guard !head.headers.contains(name: "Transfer-Encoding"), ["", "0"].contains(head.headers.first(name: "Content-Length") ?? "")
        else { return .refused(.payloadTooLarge) }
        let reply = read(parts.count > 1 ? String(parts[1]) : "")
        guard reply != .unrelated else { return .refused(.badRequest) }
        let isFirst = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
        guard isFirst else { return .refused(.gone) }
        deliver(reply)
        return .taken(reply)
    }
}
