import Foundation
import Subprocess

/// Runs the built program as a child process.
///
/// ```swift
/// let folder = try TemporaryFolder()
/// try await LatchkeyProcess.serve(in: folder) { server in
///     let listed = try await server.latchkey("projects", "list", "--json")
///     ...
/// }
/// ```
package enum LatchkeyProcess {
    private static let maxOutputBytes = 16 * 1_048_576

    /// Runs a command to its end.
    ///
    /// - Parameters:
    ///   - environment: Variables besides the path; the command gets nothing of the tests' own environment.
    ///   - folder: The working directory.
    package static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], in folder: String? = nil
    ) async throws -> CommandOutcome {
        // From a file, because writing to a command that refused its arguments and has exited would fail.
        let given = try TemporaryFolder()
        let file = try given.file("input", input)
        let script = #"cd "$0" && input=$1 && shift && exec latchkey "$@" <"$input""#
        let result = try await Subprocess.run(
            .name("sh"), arguments: Arguments(["-c", script, folder ?? ".", file] + arguments),
            environment: .custom(variables(environment)), input: .none, output: .string(limit: maxOutputBytes),
            error: .string(limit: maxOutputBytes))
        withExtendedLifetime(given) {}
        return CommandOutcome(
            status: exitCode(result.terminationStatus), output: result.standardOutput, errors: result.standardError)
    }

    /// Starts `latchkey serve --json`, waits for its first line, and stops the server after `body`, unless `body` has done so.
    ///
    /// By default it is a sandbox server on free ports.
    ///
    /// - Throws: ``ProgramFailed`` with its log when it does not start; errors of `body`.
    @discardableResult
    package static func serve<Value: Sendable>(
        in folder: TemporaryFolder, _ options: [String] = ["--sandbox", "--sandbox-port", "0"], environment: [String: String] = [:],
        openFiles: Int? = nil, body: (RunningServer) async throws -> Value
    ) async throws -> EndedProgram<Value> {
        let arguments = ["serve", "--json", "--port", "0", "--data", folder.data] + options
        return try await start(arguments, environment: environment, openFiles: openFiles, reporting: ServerReport.self) {
            report, processID in
            try await body(RunningServer(report: report, folder: folder, processID: processID))
        }
    }

    /// Starts a program that runs until it is stopped, as ``serve(in:_:environment:body:)`` does.
    ///
    /// - Parameters:
    ///   - openFiles: The limit of open files; that of the tests' own process when `nil`.
    ///   - report: The JSON of the first line that it prints.
    @discardableResult
    package static func start<Report: Decodable, Value: Sendable>(
        _ arguments: [String], environment: [String: String] = [:], openFiles: Int? = nil, reporting report: Report.Type,
        body: (Report, _ processID: Int32) async throws -> Value
    ) async throws -> EndedProgram<Value> {
        let limited = openFiles.map { ["-c", "ulimit -n \($0) && exec latchkey \"$@\"", "sh"] + arguments }
        let result = try await Subprocess.run(
            .name(limited == nil ? "latchkey" : "sh"), arguments: Arguments(limited ?? arguments),
            environment: .custom(variables(environment)), input: .none,
            output: .sequence, error: .string(limit: maxOutputBytes)
        ) { execution -> Result<Value?, any Error> in
            do {
                // It prints one line and nothing more.
                var lines = execution.standardOutput.strings().makeAsyncIterator()
                guard let line = try await lines.next() else { return .success(nil) }
                let report = try JSONDecoder().decode(report, from: Data(line.utf8))
                let value = try await body(report, execution.processIdentifier.value)
                try? execution.send(signal: .terminate)
                return .success(value)
            } catch {
                try? execution.send(signal: .kill)
                return .failure(error)
            }
        }
        let status = exitCode(result.terminationStatus)
        guard let value = try result.closureResult.get() else { throw ProgramFailed(status: status, log: result.standardError) }
        return EndedProgram(value: value, status: status, log: result.standardError)
    }

    private static func variables(_ own: [String: String]) -> [Environment.Key: String] {
        var all: [Environment.Key: String] = ["PATH": LatchkeyBinary.folder + ":/usr/bin:/bin", "HOME": "/nonexistent"]
        for (name, value) in own {
            if let key = Environment.Key(rawValue: name) { all[key] = value }
        }
        return all
    }

    private static func exitCode(_ status: TerminationStatus) -> Int32? {
        if case .exited(let code) = status { code } else { nil }
    }
}

/// The error of a program that ended before it printed its line.
package struct ProgramFailed: Error, CustomStringConvertible {
    package let status: Int32?
    package let log: String

    package var description: String { "it ended with status \(status.map(String.init) ?? "(signal)"): \(log)" }
}

/// A program that was started and has ended.
package struct EndedProgram<Value: Sendable>: Sendable {
    package let value: Value
    /// `nil` when a signal ended it.
    package let status: Int32?
    package let log: String
}
