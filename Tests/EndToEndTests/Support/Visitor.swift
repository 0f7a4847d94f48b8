import ServerUnderTest
import Subprocess
import Synchronization

/// A separate process that uses the database with LatchkeyDatabase; `DatabaseVisitor` documents its steps.
struct Visitor: Sendable {
    /// The lines that it printed.
    let lines: [String]
    /// `nil` when a signal ended it.
    let status: Int32?
    let errors: String

    /// Runs a visitor of a server to its end.
    ///
    /// - Parameters:
    ///   - folder: The folder of its state.
    ///   - heard: Called with each line when it is printed.
    static func run(
        _ server: RunningServer, folder: TemporaryFolder, _ steps: [String], heard: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> Visitor {
        let result = try await Subprocess.run(
            .name("DatabaseVisitor"), arguments: Arguments(steps),
            environment: .custom([
                "PATH": LatchkeyBinary.builtFolder + ":/usr/bin:/bin", "HOME": folder.path, "LATCHKEY_URL": server.url,
                "LATCHKEY_API_KEY": server.report.apiKey, "LATCHKEY_DATABASE_URL": server.report.database,
            ]),
            input: .none, output: .sequence, error: .string(limit: 1_048_576)
        ) { execution -> [String] in
            var lines: [String] = []
            for try await line in execution.standardOutput.strings() {
                let line = line.hasSuffix("\n") ? String(line.dropLast()) : line
                lines.append(line)
                heard(line)
            }
            return lines
        }
        var status: Int32?
        if case .exited(let code) = result.terminationStatus { status = code }
        return Visitor(lines: result.closureResult, status: status, errors: result.standardError)
    }
}

/// A value that one process sends and another waits for.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    }

    func send() { continuation.yield() }
    func wait() async { _ = await stream.first { true } }
}
