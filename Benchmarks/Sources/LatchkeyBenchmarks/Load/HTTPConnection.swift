import Foundation

/// One kept-alive HTTP/1.1 connection to a server on this machine, as cheap as a client can be: one `send` and, mostly, one
/// `recv` a request, so that the machine's time goes to the server.
final class HTTPConnection {
    private let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// - Throws: ``BenchmarkFailure`` when nobody listens.
    init(port: Int) throws {
        socket = try LoopbackSocket.connect(port: port)
    }

    deinit {
        close(socket)
    }

    /// Sends a whole request and reads the whole reply; the status.
    func exchange(_ request: [UInt8]) throws -> Int {
        try exchange(request) { status, _ in status }
    }

    /// Sends a whole request and lends the reply's status and body.
    func exchange<T>(_ request: [UInt8], read: (_ status: Int, _ body: ArraySlice<UInt8>) throws -> T) throws -> T {
        let (head, end) = try receive(request)
        return try read(head.status, buffer[head.byteCount..<end])
    }

    /// Sends a whole request; the reply's status, head and body.
    func exchangeWhole(_ request: [UInt8]) throws -> (status: Int, head: String, body: String) {
        let (head, end) = try receive(request)
        return (
            head.status, String(decoding: buffer[..<head.byteCount], as: UTF8.self),
            String(decoding: buffer[head.byteCount..<end], as: UTF8.self)
        )
    }

    /// Sends a whole request, and reads the whole reply into the buffer.
    private func receive(_ request: [UInt8]) throws -> (head: ReplyHead, end: Int) {
        try LoopbackSocket.send(request, to: socket)
        var received = 0
        var head: ReplyHead?
        while true {
            if head == nil { head = ReplyHead(buffer[..<received]) }
            if let head, let end = head.end(in: buffer[..<received]) { return (head, end) }
            if received == buffer.count { try grow() }
            let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + received, $0.count - received, 0) }
            // A socket with a time limit wakes up with an error when the program goes on after a stop.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw BenchmarkFailure("the server closed the connection, or took longer than 30 s") }
            received += count
        }
    }

    private func grow() throws {
        guard buffer.count < Self.maxReplyBytes else { throw BenchmarkFailure("a reply is longer than \(Self.maxReplyBytes) bytes") }
        buffer += [UInt8](repeating: 0, count: buffer.count)
    }

    private static let maxReplyBytes = 16_777_216
}
