import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
import NIOSSL
public import ServiceLifecycle

/// A server on this machine that mocks Twitter, X, GitHub, an OpenID provider and others.
///
/// ```swift
/// let sandbox = try Sandbox(SandboxConfiguration(port: 0), logger: logger)
/// // run it in a ServiceGroup, then:
/// let address = try await sandbox.baseURL()
/// ```
public struct Sandbox: Service, CustomStringConvertible {
    /// The name in logs, without the properties.
    public var description: String { "sandbox" }

    /// The sandbox's state, with the control API as methods.
    public let state: SandboxState
    private let logger: Logger
    private let plainPort = OnceValue<Int>()
    private let tlsPort = OnceValue<Int>()

    /// Creates a sandbox, but does not start it.
    ///
    /// Throws ``SandboxError`` with code ``SandboxError/Code/invalidConfiguration``.
    public init(_ configuration: SandboxConfiguration = SandboxConfiguration(), logger: Logger) throws {
        try configuration.validate()
        state = SandboxState(configuration)
        self.logger = logger
    }

    /// Listens until the task is cancelled or the service group shuts down.
    ///
    /// Throws ``SandboxError`` with code ``SandboxError/Code/cannotListen`` when a port is in use or the certificate cannot be
    /// written.
    public func run() async throws {
        do {
            var listeners = [try listener(.http1(configuration: Self.channel), port: state.configuration.port, known: plainPort)]
            if let port = state.configuration.tlsPort {
                let authority = try LocalAuthority()
                if let file = state.configuration.certificateFile { try authority.writeCertificate(to: file) }
                let builder = try HTTPServerBuilder.tls(
                    .http1(configuration: Self.channel), tlsConfiguration: authority.serverConfiguration())
                listeners.append(try listener(builder, port: port, known: tlsPort, isSecure: true))
            }
            try await ServiceGroup(configuration: .init(services: listeners, logger: logger)).run()
        } catch let error as IOError {
            let ports = [state.configuration.port, state.configuration.tlsPort].compactMap(\.self)
            let failure = SandboxError(
                .cannotListen,
                "cannot listen on \(hostText), port \(ports.map(String.init).joined(separator: " or ")): \(error)")
            giveUp(failure)
            throw failure
        } catch {
            giveUp(error)
            throw error
        }
        giveUp(CancellationError())
    }

    /// Returns the base URL, such as `http://127.0.0.1:9100`, once the sandbox listens; throws the error that prevented it.
    public func baseURL() async throws -> String {
        "http://\(hostText):\(try await plainPort.value)"
    }

    /// Returns the HTTPS base URL, such as `https://127.0.0.1:9101`, once the sandbox listens; `nil` without a TLS port.
    public func tlsBaseURL() async throws -> String? {
        guard state.configuration.tlsPort != nil else { return nil }
        return "https://\(hostText):\(try await tlsPort.value)"
    }

    private var hostText: String {
        state.configuration.host.contains(":") ? "[\(state.configuration.host)]" : state.configuration.host
    }

    private static var channel: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            idleTimeout: .seconds(60),
            httpDecoderConfiguration: .init(maxHeaderFieldSize: 32_768, maxHeaderListSize: 65_536, maxHeaderFieldCount: 100))
    }

    private func giveUp(_ error: any Error) {
        plainPort.resolve(.failure(error))
        tlsPort.resolve(.failure(error))
    }

    /// Creates a listener. Not a Hummingbird `Application`, which would set its own `Date` header, although a fault may change it.
    private func listener(
        _ builder: HTTPServerBuilder, port: Int, known: OnceValue<Int>, isSecure: Bool = false
    ) throws -> any Service {
        let responder = state.router().buildResponder()
        let logger = logger
        return try builder.buildServer(
            configuration: ServerConfiguration(address: .hostname(state.configuration.host, port: port)),
            eventLoopGroup: EventLoopGroupProvider.singleton.eventLoopGroup, logger: logger,
            responder: { request, writer, channel in
                var context = SandboxContext(source: .init(channel: channel, logger: logger))
                context.isSecure = isSecure
                let response: Response
                do {
                    response = try await responder.respond(to: request, context: context)
                } catch is CancellationError {
                    response = Response(status: .serviceUnavailable, headers: [.connection: "close"])
                }
                try await writer.write(response: response.head, body: response.body)
            },
            onServerRunning: { channel in
                if let port = channel.localAddress?.port { known.resolve(.success(port)) }
            })
    }
}
