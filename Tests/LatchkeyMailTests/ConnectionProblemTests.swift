import AsyncHTTPClient
import Foundation
import LatchkeyMail
import NIOCore
import Testing

/// The words for the errors of connections, which operators read in the list of deliveries.
@Suite struct ConnectionProblemTests {
    @Test(arguments: [
        // The reason of SwiftNIO is "connection reset (error set)".
        (ECONNRESET, "it closed the connection without a response"), (EPIPE, "it closed the connection without a response"),
        (ECONNREFUSED, "it does not accept connections"), (ETIMEDOUT, "the connection took too long"),
        (EHOSTUNREACH, "no route to host"),
    ])
    func namesErrorsOfTheSystem(_ code: CInt, _ words: String) {
        #expect(ConnectionProblem.text(IOError(errnoCode: code, reason: "connection reset (error set)")) == words)
    }

    @Test func namesErrorsOfTheClient() {
        #expect(ConnectionProblem.text(HTTPClientError.connectTimeout) == "the connection took too long")
        #expect(ConnectionProblem.text(HTTPClientError.tlsHandshakeTimeout) == "the TLS handshake took too long")
        #expect(ConnectionProblem.text(HTTPClientError.readTimeout) == "it did not respond in time")
        #expect(ConnectionProblem.text(HTTPClientError.remoteConnectionClosed) == "it closed the connection without a response")
        #expect(ConnectionProblem.text(ChannelError.connectTimeout(.seconds(5))) == "the connection took too long")
    }
}
