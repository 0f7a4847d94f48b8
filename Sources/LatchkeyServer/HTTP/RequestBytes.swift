// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

extension Request {
    /// The whole body.
    ///
    /// - Throws: ``HTTPError`` with 413 when it is too long and with 408 when it does not arrive in time: a body that trickles in
    ///   byte by byte must not hold a connection for ever.
    func bytes(upTo limit: Int, within deadline: Duration = .seconds(15)) async throws -> [UInt8] {
        if let length = headers[.contentLength].flatMap(Int.init), length > limit { throw HTTPError(.contentTooLarge) }
        let body = body
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                let buffer = try await body.collect(upTo: limit)
                return Array(buffer.readableBytesView)
            }
            group.addTask {
                try await Task.sleep(for: deadline)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let bytes = first else { throw HTTPError(.requestTimeout) }
            return bytes
        }
    }
}
