import ArgumentParser

struct DatabaseProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Profile a database of the running server, and report slow, unindexed and denied operations.")

    @Option(help: "The duration in seconds (1 to \(Administrator.maxProfileSeconds)).") var duration = 30
    @Flag(help: "Print each operation as a line of JSON as it happens, without a summary.") var raw = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        var lines = LineCutter()
        var summary = ProfileSummary(seconds: duration)
        if !raw { Terminal.printError("Profiling for \(Count.text(duration, "second")).") }
        try await admin.download(.get(database.path("profile"), query: ["seconds": "\(duration)"])) { piece in
            for line in lines.take(piece) where !line.isEmpty {
                if raw { Terminal.print(String(decoding: line, as: UTF8.self)) } else { summary.add(line) }
            }
        }
        if !raw { try admin.show(summary.report) { $0.text } }
    }
}

/// Reassembles lines from chunks.
private struct LineCutter {
    private var rest: [UInt8] = []

    mutating func take(_ piece: [UInt8]) -> [[UInt8]] {
        var lines = (rest + piece).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        rest = lines.removeLast()
        return lines
    }
}
