// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

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

/// What has to be known of a reply's head to find its end.
private struct ReplyHead {
    let status: Int
    /// With the empty line.
    let byteCount: Int
    private let bodyByteCount: Int
    private let isChunked: Bool

    private static let chunkedField = Array("\r\ntransfer-encoding: chunked".utf8)
    private static let lastChunk = Array("\r\n0\r\n\r\n".utf8)
    private static let lengthField = Array("\r\ncontent-length:".utf8)

    /// `nil` while the head is not complete.
    init?(_ bytes: ArraySlice<UInt8>) {
        var length = 0
        var isChunked = false
        var end: Int?
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count > 15 else { return }
            for index in 0..<(bytes.count - 3) where bytes[index] == 0x0d {
                if bytes[index + 2] == 0x0d, bytes[index + 3] == 0x0a {
                    end = index + 4
                    return
                }
                if Self.has(Self.chunkedField, bytes, at: index) { isChunked = true }
                guard Self.has(Self.lengthField, bytes, at: index) else { continue }
                var position = index + Self.lengthField.count
                while position < bytes.count, bytes[position] == 0x20 { position += 1 }
                while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
                    length = length * 10 + Int(bytes[position] - 0x30)
                    position += 1
                }
            }
        }
        guard let end else { return nil }
        byteCount = end
        bodyByteCount = length
        self.isChunked = isChunked
        status = bytes[9..<12].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// Where the body ends, its chunks' lengths included; `nil` while more is to come.
    func end(in received: ArraySlice<UInt8>) -> Int? {
        // JSON has no line ends like that within.
        if isChunked { return received.suffix(Self.lastChunk.count).elementsEqual(Self.lastChunk) ? received.endIndex : nil }
        return received.count >= byteCount + bodyByteCount ? byteCount + bodyByteCount : nil
    }

    private static func has(_ field: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + field.count < bytes.count else { return false }
        for (offset, byte) in field.enumerated() where bytes[index + offset] | 0x20 != byte | 0x20 { return false }
        return true
    }
}
