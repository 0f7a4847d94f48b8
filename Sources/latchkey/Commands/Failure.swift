import ArgumentParser
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An error that ends a command with a message and exit status 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Returns a readable message for any error.
    static func text(for error: any Error) -> String {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            "The port is in use by another program. Choose another with --port (and --sandbox-port)."
        case let error as ConfigurationReport: error.text(consequence: "nothing was done")
        case let error as any CustomStringConvertible: error.description
        default: "\(error)"
        }
    }
}
