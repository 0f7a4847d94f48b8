#if os(Linux)
import Foundation
import NIOSSL
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// WebSockets over TLS: the client connects only to a server with a trusted certificate for the requested name.
@Suite(.timeLimit(.minutes(10))) struct SecureSocketTests {
    /// - Returns: The text that a server with this certificate sends back.
    private func echo(
        _ text: String, by certificate: SelfMadeCertificate, host: String = "127.0.0.1", trusting trust: NIOSSLTrustRoots?
    ) async throws -> String? {
        let echo = try await SocketEcho.start(tls: certificate.serverContext())
        let (outgoing, sending) = AsyncStream.makeStream(of: [UInt8].self)
        sending.yield(Array(text.utf8))
        let received = Mutex<String?>(nil)
        let server = WebSocketServer(
            isSecure: true, host: host, port: echo.server.port, authority: "\(host):\(echo.server.port)", path: echo.server.path)
        let result: Result<Void, any Error>
        do {
            try await NIOWebSocketTransport(trust: trust).exchange(with: server, sending: outgoing) { text in
                received.withLock { $0 = String(decoding: text, as: UTF8.self) }
                sending.finish()
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await echo.stop()
        try result.get()
        return received.withLock { $0 }
    }

    @Test(arguments: ["127.0.0.1", "localhost"]) func trustedCertificateIsAccepted(host: String) async throws {
        let certificate = try SelfMadeCertificate(name: "localhost", address: [127, 0, 0, 1])
        #expect(try await echo("hello", by: certificate, host: host, trusting: .certificates([certificate.certificate])) == "hello")
    }

    @Test func untrustedCertificateIsRejected() async throws {
        let certificate = try SelfMadeCertificate(name: "localhost", address: [127, 0, 0, 1])
        let other = try SelfMadeCertificate(name: "localhost", address: [127, 0, 0, 1])
        for trust in [nil, .certificates([other.certificate])] as [NIOSSLTrustRoots?] {
            let error = await #expect(throws: WebSocketError.self) { _ = try await echo("hello", by: certificate, trusting: trust) }
            #expect(
                error?.description.contains("cannot be reached") == true && error?.description.contains("CERTIFICATE_VERIFY_FAILED") == true
            )
        }
    }

    @Test(arguments: [("127.0.0.1", [127, 0, 0, 2]), ("127.0.0.1", nil), ("localhost", nil)] as [(String, [UInt8]?)])
    func certificateOfAnotherNameIsRejected(host: String, address: [UInt8]?) async throws {
        let certificate = try SelfMadeCertificate(name: "db.example.com", address: address)
        await #expect(throws: WebSocketError.self) {
            _ = try await echo("hello", by: certificate, host: host, trusting: .certificates([certificate.certificate]))
        }
    }

    @Test func expiredCertificateIsRejected() async throws {
        let certificate = try SelfMadeCertificate(name: "localhost", address: [127, 0, 0, 1], end: Date().addingTimeInterval(-60))
        await #expect(throws: WebSocketError.self) {
            _ = try await echo("hello", by: certificate, trusting: .certificates([certificate.certificate]))
        }
    }
}
#endif
