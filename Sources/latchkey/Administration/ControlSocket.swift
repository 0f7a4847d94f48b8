import Hummingbird
import LatchkeyWeb
import Logging
import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The Unix socket for commands that use a running server's folder; only the server's user can connect.
///
/// It serves the operator's REST calls; see ``OperatorRouter``.
struct ControlSocket: Service, CustomStringConvertible {
    /// The name in logs. Without one, a service group prints all properties, which takes a noticeable part of the start.
    var description: String { "control socket" }

    private let path: String
    private let responder: RouterResponder<ServerContext>
    private let logger: Logger

    /// - Parameter path: In a folder that this process has locked, so that an existing socket is stale.
    init(path: String, router: Router<ServerContext>, logger: Logger) {
        self.path = path
        responder = router.buildResponder()
        self.logger = logger
    }

    func run() async throws {
        let place = try SocketPlace(path)
        defer { place.remove() }
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .unixDomainSocket(path: place.bound.text), serverName: nil),
            onServerRunning: { _ in
                do {
                    try place.publish()
                } catch {
                    logger.error("Commands cannot connect to this server", metadata: ["cause": "\(error)"])
                }
            }, logger: quietLogger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw AdminError(
                "The control socket \(path) cannot be created: \(error). Use a data folder on a local file system that supports sockets."
            )
        }
    }

    /// A logger without Hummingbird's message about the open socket, which is of no use for operators.
    private var quietLogger: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .notice)
        return quiet
    }
}

/// The location where the socket is created and its final location.
///
/// The socket is bound in a private folder, made private, and then moved to its final name. Other users can never connect, and
/// a stale socket of a killed server is replaced atomically.
private struct SocketPlace: Sendable {
    private let path: String
    private let nursery: String
    let bound: SocketPath

    init(_ path: String) throws {
        self.path = path
        nursery = path + ".new"
        let made = mkdir(nursery, 0o700) == 0 || errno == EEXIST
        guard made, chmod(nursery, 0o700) == 0 else { throw Self.failure(nursery) }
        bound = try SocketPath(folder: nursery, name: "s")
    }

    func publish() throws {
        let socket = nursery + "/s"
        guard chmod(socket, 0o600) == 0, rename(socket, path) == 0 else { throw Self.failure(path) }
        rmdir(nursery)
    }

    func remove() {
        unlink(path)
        unlink(nursery + "/s")
        rmdir(nursery)
    }

    private static func failure(_ path: String) -> AdminError {
        AdminError("The control socket \(path) cannot be created: \(String(cString: strerror(errno))).")
    }
}
