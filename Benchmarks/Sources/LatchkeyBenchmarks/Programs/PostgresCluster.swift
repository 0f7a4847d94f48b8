import Foundation

/// A PostgreSQL server in a temporary folder, with the standard settings for durability.
final class PostgresCluster {
    private let program: ChildProgram
    private let input = Pipe()
    private let folder: String
    private let user: String

    init(_ setting: Setting) throws {
        program = try ChildProgram(
            setting.checkout + "/Scripts/test-postgres", ["fsync=on", "full_page_writes=on", "autovacuum=on"],
            log: setting.folder + "/postgres.log", input: input)
        // Such as: host=/tmp/tmp.1 user=latchkey
        let parts = try program.firstLine().split(separator: " ").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard let folder = parts.first(where: { $0.first == "host" })?.last, let user = parts.first(where: { $0.first == "user" })?.last
        else { throw BenchmarkFailure("PostgreSQL has not told its folder") }
        (self.folder, self.user) = (folder, user)
        program.ignoreOutput()
    }

    /// Creates an empty database.
    ///
    /// - Returns: Its URI.
    func makeDatabase(_ name: String) throws -> String {
        try ChildProgram.run("/usr/bin/env", ["createdb", "--host", folder, "--username", user, name])
        let host = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder
        return "postgres://\(user)@/\(name)?host=\(host)"
    }

    /// Stops the server, which removes its folder.
    func stop() {
        try? input.fileHandleForWriting.close()
        program.waitUntilExit()
    }
}
