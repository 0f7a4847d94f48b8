import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Checks ports before the server starts, to report which one is unavailable and which option changes it.
///
/// Listening can still fail afterwards, if another process takes the port in between.
enum PortCheck {
    /// - Parameter ports: The ports with their options; 0 means any free port.
    /// - Throws: ``PortUnusable`` for the first unavailable port.
    static func check(_ ports: [(option: String, host: String, port: Int)]) async throws {
        var taken: [any Channel] = []
        var failure: PortUnusable?
        // All ports are held until the last one is checked, because two options may specify the same port. Ports with 0 come last,
        // because they might otherwise take a port that another option specifies.
        for (option, host, port) in ports.filter({ $0.port != 0 }) + ports.filter({ $0.port == 0 }) {
            do {
                taken.append(
                    try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                        // Accepts no connections: clients that connect meanwhile are disconnected, and do not wait for a response.
                        .serverChannelOption(.autoRead, value: false)
                        .bind(host: host, port: port).get())
            } catch {
                failure = PortUnusable(option: option, port: port, host: host, error: error)
                break
            }
        }
        for channel in taken { try? await channel.close().get() }
        if let failure { throw failure }
    }
}

/// The reason why a port cannot be used.
struct PortUnusable: Error, CustomStringConvertible {
    let description: String

    init(option: String, port: Int, host: String, error: any Error) {
        let code = (error as? IOError)?.errnoCode
        description =
            switch code {
            case EADDRINUSE: "Port \(port) on \(host) is in use. Choose another with \(option); 0 selects a free port."
            case EACCES:
                "Port \(port) on \(host) requires the capability CAP_NET_BIND_SERVICE. Choose a port above 1023 with \(option)."
            case EADDRNOTAVAIL: "\(host) is not an address of this machine. Set one with --host."
            case nil: "\(host) cannot be resolved. Set an address of this machine with --host."
            case let code?:
                "Cannot listen on \(host), port \(port): \(String(cString: strerror(code))). Choose others with --host and \(option)."
            }
    }
}
