import Hummingbird
import NIOCore

extension Request {
    /// Returns the whole body.
    ///
    /// - Throws: ``HTTPError`` with 413 if the body is too long, and with 408 if it does not arrive in time, so that a slow body cannot
    ///   hold a connection indefinitely.
    package func bytes(upTo limit: Int, within deadline: Duration = .seconds(15)) async throws -> [UInt8] {
        if let length = headers[.contentLength].flatMap(Int.init), length > limit { throw HTTPError(.contentTooLarge) }
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: deadline)
        var bytes: [UInt8] = []
        for try await part in body {
            guard bytes.count + part.readableBytes <= limit else { throw HTTPError(.contentTooLarge) }
            bytes.append(contentsOf: part.readableBytesView)
            guard clock.now < end else { throw HTTPError(.requestTimeout) }
        }
        return bytes
    }
}
