#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The listening sockets that a service manager opened for this process (systemd's socket activation, `sd_listen_fds(3)`).
///
/// The service manager keeps them open while the server restarts, so that new connections wait instead of being refused. The first socket
/// is the server's, the second one the database's.
struct InheritedSockets: Sendable, Equatable {
    struct Socket: Sendable, Equatable {
        let descriptor: CInt
        /// The numeric address.
        let host: String
        let port: Int

        var address: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    let http: Socket?
    let database: Socket?

    static let none = InheritedSockets(http: nil, database: nil)

    private static let firstDescriptor: CInt = 3

    private init(http: Socket?, database: Socket?) {
        self.http = http
        self.database = database
    }

    /// Finds the sockets of this process. Sockets for another process are ignored, as in `sd_listen_fds`.
    ///
    /// - Throws: ``ConfigurationMistake`` if the service manager passes something else than one or two listening TCP sockets.
    init(environment: [String: String]) throws(ConfigurationMistake) {
        guard let count = environment["LISTEN_FDS"], environment["LISTEN_PID"] == "\(getpid())" else {
            self = .none
            return
        }
        guard let count = CInt(count), (1...2).contains(count) else {
            throw Self.mistake("the service manager passes \(count) sockets.")
        }
        var sockets: [Socket] = []
        for descriptor in Self.firstDescriptor..<(Self.firstDescriptor + count) { sockets.append(try Self.socket(descriptor)) }
        self.init(http: sockets[0], database: sockets.count > 1 ? sockets[1] : nil)
    }

    private static func socket(_ descriptor: CInt) throws(ConfigurationMistake) -> Socket {
        var listens: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1,
            let socket = named(descriptor)
        else {
            throw mistake("descriptor \(descriptor) of the service manager is not a listening TCP socket.")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return socket
    }

    private static func named(_ descriptor: CInt) -> Socket? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let isNamed = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &size) == 0
                    && [AF_INET, AF_INET6].contains(CInt(address.pointee.sa_family))
                    && getnameinfo(
                        address, size, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV) == 0
            }
        }
        guard isNamed, let number = Int(text(port)) else { return nil }
        return Socket(descriptor: descriptor, host: text(host), port: number)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func mistake(_ problem: String) -> ConfigurationMistake {
        ConfigurationMistake(
            key: "LISTEN_FDS", problem: problem,
            mend: "Use one ListenStream with an address and a port for the server, and a second one for the database.")
    }
}
