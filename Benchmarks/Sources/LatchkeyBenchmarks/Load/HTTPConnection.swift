import Foundation

/// A keep-alive HTTP/1.1 connection to a server on this machine.
///
/// It uses one `send` and usually one `recv` per request, to leave as much of the machine's time as possible to the server.
final class HTTPConnection {
    private let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// - Throws: ``BenchmarkFailure`` if the port is closed.
    init(port: Int) throws {
        socket = try LoopbackSocket.connect(port: port)
    }

    deinit {
        close(socket)
    }

    /// Sends a request, reads the whole response, and returns its status.
    func exchange(_ request: [UInt8]) throws -> Int {
        try exchange(request) { status, _ in status }
    }

    /// Sends a request and passes the response's status and body to `read`.
    func exchange<T>(_ request: [UInt8], read: (_ status: Int, _ body: ArraySlice<UInt8>) throws -> T) throws -> T {
        let (head, end) = try receive(request)
        return try read(head.status, buffer[head.byteCount..<end])
    }

    /// Sends a request and returns the response's status, head, and body.
    func exchangeWhole(_ request: [UInt8]) throws -> (status: Int, head: String, body: String) {
        let (head, end) = try receive(request)
        return (
            head.status, String(decoding: buffer[..<head.byteCount], as: UTF8.self),
            String(decoding: buffer[head.byteCount..<end], as: UTF8.self)
        )
    }

    /// Sends a request and reads the whole response into the buffer.
    private func receive(_ request: [UInt8]) throws -> (head: ReplyHead, end: Int) {
        try LoopbackSocket.send(request, to: socket)
        var received = 0
        var head: ReplyHead?
        while true {
            if head == nil { head = ReplyHead(buffer[..<received]) }
            if let head, let end = head.end(in: buffer[..<received]) { return (head, end) }
            if received == buffer.count { try grow() }
            let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + received, $0.count - received, 0) }
            // A socket with a timeout fails with `EINTR` when the program continues after a stop.
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
