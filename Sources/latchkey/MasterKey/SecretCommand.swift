#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A command of the operator that prints a secret, for example the call of a key management service.
struct SecretCommand {
    private let text: String
    private let maxBytes: Int

    /// - Parameters:
    ///   - text: The command, for `/bin/sh -c`.
    ///   - maxBytes: The size limit of its output.
    init(_ text: String, maxBytes: Int) {
        self.text = text
        self.maxBytes = maxBytes
    }

    /// The time limit.
    static let limit = Duration.seconds(30)
    /// The number of bytes of its standard error that a message may contain.
    static let maxErrorBytes = 1000

    /// The reason why there is no secret. It contains the standard error of the command, and nothing of its output.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs the command and returns its output.
    func run() throws(Problem) -> [UInt8] {
        guard let output = ChildPipe(), let errors = ChildPipe() else { throw failure("cannot be started", errno) }
        let child: ChildProcess
        do {
            child = try ChildProcess(shell: text, output: output, errors: errors)
        } catch {
            throw failure("cannot be started", error.code)
        }
        let input = BoundedInput(for: Self.limit)
        var (printed, complained): ([UInt8], [UInt8]) = ([], [])
        var open = [output, errors]
        while !open.isEmpty {
            guard let ready = input.wait(for: open.map(\.reader)) else { throw over(child, complained) }
            for pipe in ready.map({ open[$0] }) {
                guard case .bytes(let bytes) = BoundedInput.read(pipe.reader, upTo: 4096) else {
                    open.removeAll { $0 === pipe }
                    continue
                }
                if pipe === output { printed += bytes } else if complained.count <= Self.maxErrorBytes { complained += bytes }
            }
            guard printed.count <= maxBytes else {
                child.kill()
                throw Problem(description: "the command printed more than \(maxBytes) bytes.")
            }
        }
        guard let end = child.wait(until: input) else { throw over(child, complained) }
        guard end == .exited(0) else { throw Problem(description: "the command \(end.text)\(quote(complained)).") }
        return printed
    }

    private func over(_ child: ChildProcess, _ complained: [UInt8]) -> Problem {
        child.kill()
        return Problem(description: "the command did not end within \(Self.limit.components.seconds) seconds\(quote(complained)).")
    }

    private func failure(_ what: String, _ code: CInt) -> Problem {
        Problem(description: "the command \(what): \(String(cString: strerror(code))).")
    }

    private func quote(_ complained: [UInt8]) -> String {
        let text = String(decoding: complained.prefix(Self.maxErrorBytes), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).joined(separator: " | ")
        let more = complained.count > Self.maxErrorBytes ? " …" : ""
        return lines.isEmpty ? "" : ": " + Visible.text(lines) + more
    }
}
