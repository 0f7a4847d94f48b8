import ArgumentParser
import Foundation
import LatchkeySecrets

/// Where a command reads a password from.
struct PasswordSource: ParsableArguments {
    @Option(help: ArgumentHelp("The file with the password; - for standard input (default).", valueName: "file")) var passwordFile: String?

    /// The limit of passwords in requests.
    private static let maxBytes = 4096

    private var file: String? { passwordFile == "-" ? nil : passwordFile }

    /// Reads one line.
    func password() throws -> Secret<String> {
        if file == nil, isatty(STDIN_FILENO) == 1 {
            let (first, second) = (try read("Password: "), try read("Repeat it: "))
            guard first.expose() == second.expose() else { throw Failure("The two passwords differ.") }
            return first
        }
        return try read("")
    }

    private func read(_ prompt: String) throws -> Secret<String> {
        let bytes: [UInt8]
        if let file {
            guard let handle = FileHandle(forReadingAtPath: file), let read = try? handle.read(upToCount: Self.maxBytes + 2) else {
                throw Failure("\(file) is empty or cannot be read.")
            }
            bytes = Array(read)
        } else {
            bytes = try Terminal.readSecret(prompt: prompt, upTo: Self.maxBytes + 2)
        }
        var line = bytes[...]
        while let last = line.last, last == 0x0a || last == 0x0d { line.removeLast() }
        guard !line.isEmpty, let text = String(validating: line, as: UTF8.self), !text.contains(where: \.isNewline) else {
            throw Failure("\(file ?? "Standard input") contains no password. Use one line of UTF-8.")
        }
        return Secret(text)
    }
}
