import ArgumentParser
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends a command with a text for a person and exit status 1.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// What a person can do something with, from whatever went wrong.
    static func text(for error: any Error) -> String {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            "The port is taken by another program. Choose another with --port (and --sandbox-port)."
        case let error as any CustomStringConvertible: error.description
        default: "\(error)"
        }
    }
}
