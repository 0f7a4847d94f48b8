import Foundation

/// Standard output, without the delay that buffering brings when it is a pipe.
enum Terminal {
    /// Whether standard output is a terminal, which a person reads and nothing keeps.
    static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

    static func print(_ text: String) {
        write(text + "\n", to: .standardOutput)
    }

    static func printError(_ text: String) {
        write(text + "\n", to: .standardError)
    }

    /// Whoever read it may have gone, as in `| head`: that ends neither a command nor a server.
    static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }

    /// Reads standard input to its end; from a person at a terminal one line, which is not shown.
    static func readSecret(prompt: String, upTo limit: Int) throws -> [UInt8] {
        guard isatty(STDIN_FILENO) == 1 else { return try readAll(of: .standardInput, upTo: limit) }
        write(prompt, to: .standardError)
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            printError("")
        }
        return Array((readLine() ?? "").utf8.prefix(limit))
    }

    /// A pipe gives what it holds at the moment, which may be a part.
    private static func readAll(of handle: FileHandle, upTo limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit, let part = try handle.read(upToCount: limit - bytes.count), !part.isEmpty { bytes += part }
        return bytes
    }
}
