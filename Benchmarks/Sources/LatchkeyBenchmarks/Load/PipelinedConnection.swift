// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Requests that are sent in one piece, before the first reply comes (RFC 9112, section 9.3.2).
struct PipelinedBatch: Sendable {
    let bytes: [UInt8]
    let count: Int

    init(_ requests: [[UInt8]]) {
        bytes = Array(requests.joined())
        count = requests.count
    }
}

/// A kept-alive connection that sends many requests at once, so that a server has the next request before it has answered the last one.
final class PipelinedConnection: Sendable {
    private let socket: Int32
    private let buffer = Mutex([UInt8](repeating: 0, count: 65_536))

    /// - Throws: ``BenchmarkFailure`` when the port is closed.
    init(port: Int) throws {
        socket = try LoopbackSocket.connect(port: port)
    }

    deinit {
        close(socket)
    }

    /// Sends a batch and reads its replies.
    ///
    /// - Throws: ``BenchmarkFailure`` for a reply with another status, and when the server closes the connection.
    func exchange(_ batch: PipelinedBatch, expecting status: Int) throws {
        try LoopbackSocket.send(batch.bytes, to: socket)
        try buffer.withLock { buffer in
            var (position, received, replies) = (0, 0, 0)
            while replies < batch.count {
                while replies < batch.count, let end = try Self.end(of: buffer[position..<received], expecting: status) {
                    replies += 1
                    position = end
                }
                guard replies < batch.count else { break }
                if position == received { (position, received) = (0, 0) }
                if received == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
                let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress! + received, $0.count - received, 0) }
                guard count > 0 else {
                    throw BenchmarkFailure("the server closed the connection after \(replies) of \(batch.count) replies, or took over 30 s")
                }
                received += count
            }
        }
    }

    /// The end of the first reply; `nil` while it is not complete.
    private static func end(of bytes: ArraySlice<UInt8>, expecting status: Int) throws -> Int? {
        guard let head = ReplyHead(bytes), let end = head.end(in: bytes) else { return nil }
        guard !head.isChunked else { throw BenchmarkFailure("a reply comes in chunks, whose end is not looked for in a pipeline") }
        guard head.status == status else {
            throw BenchmarkFailure("status \(head.status) instead of \(status): \(String(decoding: bytes[..<end], as: UTF8.self))")
        }
        return end
    }
}
