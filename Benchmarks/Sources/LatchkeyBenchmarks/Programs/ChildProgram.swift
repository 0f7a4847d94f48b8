import Foundation

/// A child process that this program starts and stops.
final class ChildProgram {
    private let process = Process()
    private let output = Pipe()
    private let name: String

    var id: Int32 { process.processIdentifier }

    /// - Parameters:
    ///   - log: The file that standard error is appended to.
    ///   - input: The standard input; `nil` for none.
    init(_ executable: String, _ arguments: [String], log: String, input: Pipe? = nil) throws {
        name = (executable as NSString).lastPathComponent
        let file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkFailure("\(log) cannot be written") }
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = Self.environment
        process.standardInput = input.map { $0 as Any } ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        try Self.start(process)
    }

    deinit {
        stop()
    }

    /// Starts a process with no signals blocked. Swift's task threads block most signals, and a child inherits the mask: it would not
    /// receive SIGALRM or SIGTERM.
    private static func start(_ process: Process) throws {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    /// The environment without the user's `LATCHKEY_` settings, which must not affect the benchmarks.
    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("LATCHKEY_") }
    }

    /// Returns the first line that the program prints.
    func firstLine() throws -> String {
        var bytes = Data()
        while !bytes.contains(0x0a) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw BenchmarkFailure("\(name) ended before it said anything") }
            bytes += more
        }
        return String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
    }

    /// Discards all further output, so that a full pipe does not block the program.
    func ignoreOutput() {
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    /// Terminates the program, and kills it after a number of seconds.
    func stop(patience: Int = 5) {
        guard process.isRunning else { return }
        process.terminate()
        for _ in 0..<patience * 100 where process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        if process.isRunning { kill() }
        process.waitUntilExit()
        output.fileHandleForReading.readabilityHandler = nil
    }

    /// Waits until the program ends by itself.
    func waitUntilExit() {
        process.waitUntilExit()
    }

    /// Kills the program, which gets no chance to finish its work.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        output.fileHandleForReading.readabilityHandler = nil
    }

    /// Runs a program to its end and returns its output.
    @discardableResult
    static func run(_ executable: String, _ arguments: [String], input: Data? = nil) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let stdin = Pipe()
        process.standardInput = stdin
        try start(process)
        if let input { try stdin.fileHandleForWriting.write(contentsOf: input) }
        try stdin.fileHandleForWriting.close()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkFailure("\(executable) \(arguments.first ?? "") ended with status \(process.terminationStatus)")
        }
        return String(decoding: printed, as: UTF8.self)
    }
}
