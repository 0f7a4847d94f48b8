import Foundation

/// Counts the instructions of a server with valgrind's callgrind. Unlike times, they hardly depend on the machine and what else it does.
struct Callgrind {
    private let script: String
    private let output: String

    /// Writes a script that runs `latchkey` under callgrind.
    ///
    /// - Throws: ``BenchmarkFailure`` if valgrind is not installed.
    init(_ setting: Setting) throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind") else {
            throw BenchmarkFailure("/usr/bin/valgrind does not exist; install the package valgrind")
        }
        output = setting.folder + "/callgrind.out"
        script = setting.folder + "/counted-latchkey"
        // Without a seed by chance, tables have the same order in each run.
        let text = """
            #!/bin/sh
            export SWIFT_DETERMINISTIC_HASHING=1
            exec /usr/bin/valgrind --quiet --tool=callgrind --callgrind-out-file='\(output)' '\(setting.latchkey)' "$@"

            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: script))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
    }

    /// Starts a server, calls `body`, stops the server, and returns the number of instructions that it has executed.
    func count(_ setting: Setting, data: String, _ body: (LatchkeyServer) throws -> Void) throws -> Double {
        try? FileManager.default.removeItem(atPath: output)
        let server = try LatchkeyServer(setting.with(latchkey: script), data: data)
        do {
            try body(server)
        } catch {
            server.program.stop()
            throw error
        }
        // Callgrind writes its file at the end, and makes everything fifty times slower.
        server.program.stop(patience: 60)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals:") || $0.hasPrefix("summary:") }),
            let count = line.split(separator: " ").last.flatMap({ Double($0) })
        else { throw BenchmarkFailure("\(output) has no totals") }
        return count
    }
}

extension Setting {
    /// Returns the settings with another program in place of `latchkey`.
    fileprivate func with(latchkey: String) -> Setting {
        Setting(
            latchkey: latchkey, pocketBase: pocketBase, python: python, peers: peers, checkout: checkout, folder: folder, scale: scale,
            manyRequests: manyRequests, only: only, records: records)
    }
}
