import Foundation
import Synchronization

/// Pipelined requests: they are sent together, before the first response arrives (RFC 9112, section 9.3.2).
struct PipelinedBatch: Sendable {
    let bytes: [UInt8]
    let count: Int

    init(_ requests: [[UInt8]]) {
        bytes = Array(requests.joined())
        count = requests.count
    }
}

/// A keep-alive connection with pipelining, so that the server has the next request before it has responded to the last one.
///
/// A measurement of an hour may be stopped (SIGSTOP) and continued later. The connection reconnects if the server closed it in the meantime
/// because it was idle.
final class PipelinedConnection: Sendable {
    private struct State {
        var socket: Int32
        var buffer = [UInt8](repeating: 0, count: 65_536)
    }

    /// The duration of a batch that shows that the program was stopped.
    private static let patience = Duration.seconds(10)

    private let port: Int
    private let state: Mutex<State>

    /// - Throws: ``BenchmarkFailure`` if the port is closed.
    init(port: Int) throws {
        self.port = port
        state = Mutex(State(socket: try LoopbackSocket.connect(port: port)))
    }

    deinit {
        state.withLock { _ = close($0.socket) }
    }

    /// Sends a batch and reads its responses.
    ///
    /// - Throws: ``BenchmarkFailure`` for a response with another status, or if the server closes the connection.
    func exchange(_ batch: PipelinedBatch, expecting status: Int) throws {
        try state.withLock { state in
            while true {
                let begin = ContinuousClock.now
                do {
                    return try Self.exchange(batch, expecting: status, &state)
                } catch let failure as ConnectionEnded {
                    guard begin.duration(to: .now) > Self.patience else { throw BenchmarkFailure(failure.description) }
                    close(state.socket)
                    state.socket = try LoopbackSocket.connect(port: port)
                }
            }
        }
    }

    private struct ConnectionEnded: Error {
        let description: String
    }

    private static func exchange(_ batch: PipelinedBatch, expecting status: Int, _ state: inout State) throws {
        do {
            try LoopbackSocket.send(batch.bytes, to: state.socket)
        } catch let failure as BenchmarkFailure {
            throw ConnectionEnded(description: failure.description)
        }
        var (position, received, replies) = (0, 0, 0)
        while true {
            while replies < batch.count, let end = try end(of: state.buffer[position..<received], expecting: status) {
                replies += 1
                position = end
            }
            guard replies < batch.count else { return }
            if position == received { (position, received) = (0, 0) }
            if received == state.buffer.count { state.buffer += [UInt8](repeating: 0, count: state.buffer.count) }
            let socket = state.socket
            let count = state.buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + received, $0.count - received, 0) }
            // A socket with a timeout fails with `EINTR` when the program continues after a stop.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ConnectionEnded(
                    description: "the server closed the connection after \(replies) of \(batch.count) replies, or took over 30 s")
            }
            received += count
        }
    }

    /// Returns the end of the first response; `nil` while it is incomplete.
    private static func end(of bytes: ArraySlice<UInt8>, expecting status: Int) throws -> Int? {
        guard let head = ReplyHead(bytes), let end = head.end(in: bytes) else { return nil }
        guard !head.isChunked else { throw BenchmarkFailure("a reply comes in chunks, whose end is not looked for in a pipeline") }
        guard head.status == status else {
            throw BenchmarkFailure("status \(head.status) instead of \(status): \(String(decoding: bytes[..<end], as: UTF8.self))")
        }
        return end
    }
}
