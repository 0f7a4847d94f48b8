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
        try run("createdb", [name])
        let host = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder
        return "postgres://\(user)@/\(name)?host=\(host)"
    }

    /// Runs one of PostgreSQL's programs.
    ///
    /// - Returns: Its output.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> String {
        try ChildProgram.run("/usr/bin/env", [program, "--host", folder, "--username", user] + arguments)
    }

    /// Returns the number of commits of servers, each of which notes a token in the database `latchkey`.
    func commits() throws -> Int {
        // A session tells its counts to others at most once a second.
        let query = "SELECT pg_sleep(1.5); SELECT n_tup_ins + n_tup_upd FROM pg_stat_user_tables WHERE relname = 'store_commit'"
        let printed = try run(
            "psql", ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--dbname", "latchkey", "--command", query])
        guard let number = printed.split(separator: "\n").last.flatMap({ Int($0) }) else {
            throw BenchmarkFailure("PostgreSQL has not told the number of commits: \(printed)")
        }
        return number
    }

    /// Stops the server, which removes its folder.
    func stop() {
        try? input.fileHandleForWriting.close()
        program.waitUntilExit()
    }
}
