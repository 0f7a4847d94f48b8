import HTTPTypes
import LatchkeyAuth
import Testing

#if os(Linux)
@Suite(.timeLimit(.minutes(1))) struct TransportTests {
    private func send(to reply: String) async throws -> (status: Int, body: String, requests: [String]) {
        let server = try await RawHTTP.serve(reply)
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/v1/x?key=k",
            headerFields: [.contentType: "application/json"])
        do {
            let reply = try await AsyncHTTPClientTransport().send(request, body: Array("{}".utf8))
            await server.stop()
            return (reply.response.status.code, String(decoding: reply.body, as: UTF8.self), server.requests())
        } catch {
            await server.stop()
            throw error
        }
    }

    @Test func carriesARequest() async throws {
        let (status, body, requests) = try await send(
            to: "HTTP/1.1 400 Bad Request\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
        #expect(status == 400)
        #expect(body == "hello")
        #expect(requests.count == 1)
        #expect(requests.first?.hasPrefix("POST /v1/x?key=k HTTP/1.1\r\n") == true)
        #expect(requests.first?.lowercased().contains("content-type: application/json\r\n") == true)
    }

    @Test func followsNoRedirects() async throws {
        let (status, _, requests) = try await send(
            to: "HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        #expect(status == 307)
        #expect(requests.count == 1)
    }

    @Test func refusesALongReply() async throws {
        let long = String(repeating: "x", count: 1_048_577)
        await #expect(throws: (any Error).self) {
            try await send(to: "HTTP/1.1 200 OK\r\nContent-Length: \(long.count)\r\nConnection: close\r\n\r\n\(long)")
        }
    }

    /// The head arrives in time, and the body never ends.
    @Test func endlessBodyTimesOut() async throws {
        let server = try await RawHTTP.serve("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe", closes: false)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/")
        let error = await #expect(throws: (any Error).self) {
            try await AsyncHTTPClientTransport(timeout: .milliseconds(200)).send(request, body: [])
        }
        #expect(error.map { "\($0)" }?.contains("deadlineExceeded") == true, "\(String(describing: error))")
        await server.stop()
    }

    @Test func refusedConnectionFailsImmediately() async throws {
        let server = try await RawHTTP.serve("")
        await server.stop()
        let request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/")
        await #expect(throws: (any Error).self) {
            try await AsyncHTTPClientTransport(timeout: .seconds(60)).send(request, body: [])
        }
    }
}
#endif
