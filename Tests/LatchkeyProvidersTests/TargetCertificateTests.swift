import AsyncHTTPClient
import Crypto
import Foundation
import LatchkeyProviders
import LatchkeyServerTestSupport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SwiftASN1
import Testing
import X509

/// The certificate is verified for the host name, although the connection uses an address that was resolved before.
@Suite struct TargetCertificateTests {
    private struct Identity {
        let certificate: NIOSSLCertificate
        let key: NIOSSLPrivateKey

        init(name: String) throws {
            let key = P256.Signing.PrivateKey()
            let signingKey = Certificate.PrivateKey(key)
            let subject = try DistinguishedName { CommonName(name) }
            let now = Date()
            let certificate = try Certificate(
                version: .v3, serialNumber: .init(), publicKey: signingKey.publicKey, notValidBefore: now.addingTimeInterval(-3600),
                notValidAfter: now.addingTimeInterval(3600), issuer: subject, subject: subject,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(digitalSignature: true, keyCertSign: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames([.dnsName(name)])
                },
                issuerPrivateKey: signingKey)
            self.certificate = try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().pemString.utf8), format: .pem)
            self.key = try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)
        }
    }

    /// Responds to each request with “ok”.
    private final class Answering: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "2"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "ok")))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }

    /// The response of a server with a certificate for `hook.example`, called by a host name.
    private func get(_ host: String) async throws -> String {
        let identity = try Identity(name: "hook.example")
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(identity.certificate)], privateKey: .privateKey(identity.key)))
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Answering())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .certificates([identity.certificate])
        let targets = CallTargets(allowing: .thisMachine, lookup: .played([host: ["127.0.0.1"]]))
        let port = server.localAddress?.port ?? 0
        let result: Result<String, any Error>
        do {
            result = .success(
                try await TargetClient.with(targets, configuration: configuration) { client in
                    try await client.execute(HTTPClientRequest(url: "https://\(host):\(port)/"), timeout: .seconds(5)) { response in
                        String(buffer: try await response.body.collect(upTo: 16))
                    }
                })
        } catch {
            result = .failure(error)
        }
        try await server.close()
        return try result.get()
    }

    @Test func aCertificateOfTheHostIsAccepted() async throws {
        let reply = try await get("hook.example")
        #expect(reply == "ok")
    }

    @Test(arguments: ["other.example", "127.0.0.1"])
    func aCertificateOfAnotherHostIsRefused(_ host: String) async {
        await #expect(throws: (any Error).self) { try await get(host) }
    }
}
