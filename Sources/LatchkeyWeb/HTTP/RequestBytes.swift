import Hummingbird
import NIOCore

extension Request {
    /// The whole body.
    ///
    /// - Throws: ``HTTPError`` with 413 when it is too long and with 408 when it does not arrive in time: a body that trickles in
    ///   byte by byte must not hold a connection for ever.
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
