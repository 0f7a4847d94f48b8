import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The line that a server prints once it listens.
package struct ServerReport: Decodable, Sendable, Equatable {
    package var url: String
    package var listening: String
    package var database: String
    package var projectID: String
    package var apiKey: String
    package var signIn: String
    package var sandbox: Sandbox?

    package struct Sandbox: Decodable, Sendable, Equatable {
        package var twitter: String
        package var github: String
    }
}

/// A server that listens.
package struct RunningServer: Sendable {
    package var report: ServerReport
    package let folder: TemporaryFolder
    package let processID: Int32

    /// The URL at which the server listens, which can differ from its public URL.
    package var url: String { report.listening }

    /// Asks the server to stop: it completes the requests in progress and exits.
    package func terminate() {
        kill(processID, SIGTERM)
    }

    /// Kills the server, which is like a power cut for a single process.
    package func killAtOnce() {
        kill(processID, SIGKILL)
    }

    /// Runs a command on the server's folder.
    package func latchkey(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws -> CommandOutcome {
        try await LatchkeyProcess.run(arguments + ["--data", folder.data], input: input, environment: environment)
    }

    /// Calls Identity Toolkit with the server's API key.
    package func call(_ method: String, _ body: [String: any Sendable]) async throws -> WebReply {
        try await Web.post("\(url)/v1/accounts:\(method)?key=\(report.apiKey)", json: body)
    }
}
