import Foundation

/// Standard output, without buffering delays when it is a pipe.
enum Terminal {
    /// Whether standard output is a terminal; its content is not stored.
    static var isShown: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether the process has a terminal, whose end sends SIGHUP. Its output may be redirected.
    static var controlsProcess: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        close(terminal)
        return true
    }

    static func print(_ text: String) {
        write(text + "\n", to: .standardOutput)
    }

    static func printError(_ text: String) {
        write(text + "\n", to: .standardError)
    }

    /// Writes text. Errors are ignored: the reader may have exited, as in `| head`, and this must not end a command or a server.
    static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }

    /// Asks a question on a terminal; without one, the answer is no.
    static func confirms(_ question: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        write(question + " Type yes: ", to: .standardError)
        return readLine() == "yes"
    }

    /// Reads standard input to its end, or one line without echo if it is a terminal.
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

    /// Reads to the end. A pipe returns only the data that is currently available, which may be a part.
    private static func readAll(of handle: FileHandle, upTo limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit, let part = try handle.read(upToCount: limit - bytes.count), !part.isEmpty { bytes += part }
        return bytes
    }
}
