// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The line that a server prints once it listens.
struct ServerReport: Decodable, Sendable, Equatable {
    var url: String
    var listening: String
    var database: String
    var projectID: String
    var apiKey: String
    var signIn: String
    var sandbox: Sandbox?

    struct Sandbox: Decodable, Sendable, Equatable {
        var twitter: String
        var github: String
    }
}

/// A server that listens.
struct RunningServer: Sendable {
    var report: ServerReport
    let folder: TemporaryFolder
    let processID: Int32

    /// Where it listens, whatever its public address.
    var url: String { report.listening }

    /// Asks it to stop: it answers what it has begun, and ends.
    func terminate() {
        kill(processID, SIGTERM)
    }

    /// Ends it as a power cut would, as far as one process is concerned.
    func killAtOnce() {
        kill(processID, SIGKILL)
    }

    /// Runs a command on the server's folder.
    func latchkey(_ arguments: String..., input: String = "", environment: [String: String] = [:]) async throws -> CommandOutcome {
        try await LatchkeyProcess.run(arguments + ["--data", folder.data], input: input, environment: environment)
    }

    /// Calls Identity Toolkit with the server's API key.
    func call(_ method: String, _ body: [String: any Sendable]) async throws -> WebAnswer {
        try await Web.post("\(url)/v1/accounts:\(method)?key=\(report.apiKey)", json: body)
    }
}
