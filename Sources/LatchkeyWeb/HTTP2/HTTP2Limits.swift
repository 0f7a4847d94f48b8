import NIOCore
import NIOHTTP2

/// The limits of an HTTP/2 connection (RFC 9113, section 10.5). A client that exceeds one of the rates gets GOAWAY, and the connection
/// ends.
enum HTTP2Limits {
    /// Requests that a connection may have at the same time (SETTINGS_MAX_CONCURRENT_STREAMS).
    static let maxStreams = 100

    /// The size of the fields of one request (SETTINGS_MAX_HEADER_LIST_SIZE): names and values, and 32 bytes for each field. It is what the
    /// decoder accepts before the client has acknowledged the setting.
    static let maxHeaderListBytes = 16 * 1024

    /// The size of the fields of all requests that a connection has at the same time. Compression makes it cheap for a client to send large
    /// fields again and again, and the server keeps them while it handles the request.
    static let maxHeadBytesOfConnection = 512 * 1024

    /// The resets by a client in ``rateWindow``. A client can cancel requests as fast as it sends them, without ever having more than
    /// ``maxStreams`` (CVE-2023-44487).
    static let maxResets = 200
    /// The streams in ``rateWindow`` that end with an error of the client, including those that make the server send a reset
    /// (CVE-2025-8671).
    static let maxStreamErrors = 200
    /// PING, SETTINGS and PRIORITY frames in ``rateWindow``. The server must respond to the first two (CVE-2019-9512, CVE-2019-9515).
    static let maxControlFrames = 200
    static let rateWindow = TimeAmount.seconds(30)

    /// Errors of streams in the whole life of a connection. SwiftNIO's default of 200 would end the connections of clients that stay connected;
    /// the rate is limited by ``maxStreamErrors``.
    static let maxErrorsOfConnection = 10_000

    /// CONTINUATION frames of one request (CVE-2024-27316). Fields of the maximum size need none.
    static let maxContinuations = 5
    /// Responses to PING and SETTINGS that wait because the client does not read.
    static let maxWaitingControlFrames = 1000

    /// The bytes of a response that a stream takes over before the server waits for the client.
    static let streamBufferBytes = 64 * 1024

    static var configuration: NIOHTTP2Handler.Configuration {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        // Without SETTINGS_ENABLE_CONNECT_PROTOCOL, browsers open WebSockets over HTTP/1.1 (RFC 8441, section 3).
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: maxStreams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: maxHeaderListBytes),
        ]
        connection.maximumSequentialContinuationFrames = maxContinuations
        connection.maximumConnectionGlitches = maxErrorsOfConnection
        connection.maximumBufferedControlFrames = maxWaitingControlFrames
        connection.controlFrameRateLimit.maximumCount = maxControlFrames
        connection.controlFrameRateLimit.windowLength = rateWindow
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = maxResets
        stream.streamResetFrameRateLimit.windowLength = rateWindow
        stream.streamErrorRateLimit.maximumCount = maxStreamErrors
        stream.streamErrorRateLimit.windowLength = rateWindow
        stream.outboundBufferSizeHighWatermark = streamBufferBytes
        stream.outboundBufferSizeLowWatermark = streamBufferBytes / 2
        return NIOHTTP2Handler.Configuration(connection: connection, stream: stream)
    }
}
