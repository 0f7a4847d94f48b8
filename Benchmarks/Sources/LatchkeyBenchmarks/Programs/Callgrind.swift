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

    /// Starts a server, and stops it when `body` returns.
    ///
    /// - Parameter body: Receives the server, and a function that returns how many instructions the server has executed since the last
    ///   call, or since its start.
    func run<Result>(
        _ setting: Setting, data: String, _ body: (LatchkeyServer, _ takeCount: () throws -> Double) throws -> Result
    ) throws -> Result {
        let server = try LatchkeyServer(setting.with(latchkey: script), data: data)
        // Callgrind makes everything fifty times slower, the stop too.
        defer { server.program.stop(patience: 60) }
        var dumps = 0
        return try body(server) {
            dumps += 1
            return try dump(dumps, of: server.program.id)
        }
    }

    /// Has valgrind write a file of the instructions since the last one, and returns their number.
    private func dump(_ number: Int, of process: Int32) throws -> Double {
        let file = "\(output).\(number)"
        try? FileManager.default.removeItem(atPath: file)
        try ChildProgram.run("/usr/bin/vgdb", ["--pid=\(process)", "dump"])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals:") || $0.hasPrefix("summary:") }),
            let count = line.split(separator: " ").last.flatMap({ Double($0) })
        else { throw BenchmarkFailure("\(file) has no totals") }
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
