import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Executes a dialogue on a new connection to its mail server.
struct SMTPConnection {
    let server: SMTPServer

    /// Connects, and sends a mail if there is one.
    ///
    /// - Throws: ``DeliveryError``, also when the task is cancelled.
    func execute(_ mail: SMTPDialogue.Mail?) async throws {
        let (server, tls) = (server, try tlsContext())
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let finished = loop.makePromise(of: Void.self)
        let dialogue = SMTPDialogue(server, clientName: Self.clientName, mail: mail)
        let connected = ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(server.connectTimeout))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if server.protection == .implicitTLS, let tls { try channel.pipeline.syncOperations.addHandler(server.tlsHandler(tls)) }
                    try channel.pipeline.syncOperations.addHandler(SMTPHandler(server, dialogue, tls: tls, finished: finished))
                }
            }
            .connect(host: server.hostWithoutBrackets, port: server.port)
        connected.whenFailure { finished.fail(server.deliveryError($0)) }
        let deadline = loop.scheduleTask(in: TimeAmount(server.timeout)) { finished.fail(server.timeoutError) }
        finished.futureResult.whenComplete { _ in
            deadline.cancel()
            connected.whenSuccess { $0.close(promise: nil) }
        }
        try await withTaskCancellationHandler {
            try await finished.futureResult.get()
        } onCancel: {
            finished.fail(DeliveryError.temporary("The delivery was stopped."))
        }
    }

    private func tlsContext() throws -> NIOSSLContext? {
        guard server.protection != .insecure else { return nil }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let file = server.authorityFile { configuration.trustRoots = .file(file) }
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw DeliveryError.temporary("The certificate authorities for \(server.url) cannot be read: \(error).")
        }
    }

    /// The name of this machine for EHLO; an address literal if the name is not one for the domain name system.
    private static let clientName: String = {
        let name = ProcessInfo.processInfo.hostName
        let isName =
            !name.isEmpty && name.utf8.count <= 255
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E
            }
        return isName ? name : "[127.0.0.1]"
    }()
}

extension SMTPServer {
    /// The host for connections: an IPv6 address has no brackets there.
    var hostWithoutBrackets: String { host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host }

    /// Whether the host is an IP address.
    var isHostAddress: Bool { (try? SocketAddress(ipAddress: hostWithoutBrackets, port: 0)) != nil }

    /// The host as in certificates: without the final dot of a complete name.
    var dnsName: String { host.hasSuffix(".") ? String(host.dropLast()) : host }

    /// The name in the handshake cannot be an address. The certificate of a server without a name has to contain its address.
    func tlsHandler(_ context: NIOSSLContext) throws -> NIOSSLClientHandler {
        try NIOSSLClientHandler(context: context, serverHostname: isHostAddress ? nil : dnsName)
    }
}
