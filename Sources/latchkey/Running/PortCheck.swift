import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Tries ports before anything is started, so that a person is told which one cannot be had and by which option it is changed.
///
/// Whoever listens afterwards may still fail, when somebody takes the port meanwhile.
enum PortCheck {
    /// - Parameter ports: Each with the option that names it; 0 is any free one.
    /// - Throws: ``PortUnusable`` for the first one that cannot be had.
    static func check(_ ports: [(option: String, host: String, port: Int)]) async throws {
        var taken: [any Channel] = []
        var failure: PortUnusable?
        // All are held until the last one is tried: two options may name the same port. Those that are free to choose come last, or
        // they might choose what another one names.
        for (option, host, port) in ports.filter({ $0.port != 0 }) + ports.filter({ $0.port == 0 }) {
            do {
                taken.append(
                    try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                        // Accepts nobody: who connects meanwhile is hung up on when this ends, and not left waiting for an answer.
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

/// Why nothing can listen on a port, for a person.
struct PortUnusable: Error, CustomStringConvertible {
    let description: String

    init(option: String, port: Int, host: String, error: any Error) {
        let code = (error as? IOError)?.errnoCode
        description =
            switch code {
            case EADDRINUSE: "Port \(port) on \(host) is taken. Choose another with \(option); 0 picks a free one."
            case EACCES:
                "Port \(port) on \(host) is for programs with the right to it (CAP_NET_BIND_SERVICE). Choose one above 1023 with \(option)."
            case EADDRNOTAVAIL: "\(host) is not an address of this machine. Name one with --host."
            case nil: "\(host) cannot be looked up. Name an address of this machine with --host."
            case let code?:
                "Nothing can listen on \(host), port \(port): \(String(cString: strerror(code))). Choose others with --host and \(option)."
            }
    }
}
