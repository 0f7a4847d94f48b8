import ServerUnderTest
import Testing

/// Apps with LatchkeyDatabase in separate processes, with a real server and rules that give `/users/$uid` to its owner.
@Suite(.timeLimit(.minutes(10))) struct DatabaseClientTests {
    private static let password = "correct horse"

    /// The step that signs a user in, and the path of the user's data.
    private func signUp(_ email: String, _ server: RunningServer) async throws -> (signIn: String, home: String) {
        let reply = try await server.call("signUp", ["email": email, "password": Self.password, "returnSecureToken": true])
        return ("sign-in \(email) \(Self.password)", "/users/\(try #require(reply["localId"], "\(reply.text)"))")
    }

    @Test func twoAppsSeeEachOthersWrites() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, []) { server in
            let (signIn, home) = try await signUp("ada@example.org", server)
            async let phone = Visitor.run(
                server, folder: try TemporaryFolder(),
                [signIn, "set \(home)/phone \"hello\"", "until \(home)/desk \"hello too\"", "increment \(home)/count 10", "say done"])
            async let desk = Visitor.run(
                server, folder: try TemporaryFolder(),
                [
                    signIn, "until \(home)/phone \"hello\"", "set \(home)/desk \"hello too\"", "increment \(home)/count 10",
                    "until \(home)/count 20", "say done",
                ])
            let (first, second) = (try await phone, try await desk)
            #expect(first.lines == ["set \(home)/phone ok", "done"], "\(first.errors)")
            #expect(second.lines == ["set \(home)/desk ok", "done"], "\(second.errors)")
        }
    }

    @Test func aDeniedWriteIsTakenBack() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, []) { server in
            let (signIn, home) = try await signUp("ada@example.org", server)
            let (_, other) = try await signUp("bob@example.org", server)
            let changes = #"{"\#(home.dropFirst())/name":"Ada","\#(other.dropFirst())/name":"Ada"}"#
            let visitor = try await Visitor.run(
                server, folder: try TemporaryFolder(),
                [
                    signIn, "watch \(home)", "until \(home) null", "watch \(other)", "update / \(changes)", "set \(home)/name \"Ada\"",
                ])
            #expect(visitor.status == 0, "\(visitor.errors)")
            let own = visitor.lines.filter { $0.hasPrefix("\(home) ") }.map { $0.dropFirst(home.count + 1) }
            #expect(own.prefix(4) == ["null", #"{"name":"Ada"}"#, "null", #"{"name":"Ada"}"#], "\(visitor.lines)")
            #expect(visitor.lines.contains("\(other) canceled"))
            #expect(visitor.lines.contains("update / failed with 1"), "permission denied: \(visitor.lines)")
            #expect(visitor.lines.last == "set \(home)/name ok")
        }
    }

    @Test func writesDuringAnOutageArriveAfterIt() async throws {
        let folder = try TemporaryFolder()
        let (ready, away) = (Signal(), Signal())
        let former = try await LatchkeyProcess.serve(in: folder, []) { server in
            let (signIn, home) = try await signUp("ada@example.org", server)
            let visit = Task {
                try await Visitor.run(
                    server, folder: try TemporaryFolder(),
                    [
                        signIn, "set \(home)/first 1", "watch \(home)", #"until \#(home) {"first":1}"#, "say ready", "disconnected",
                        "set-later \(home)/second 2",
                        "say away", "connected", "set \(home)/third 3", "say done",
                    ]
                ) { line in
                    if line == "ready" { ready.send() }
                    if line == "away" { away.send() }
                }
            }
            await ready.wait()
            server.killAtOnce()
            await away.wait()
            return (signIn: signIn, home: home, report: server.report, visit: visit)
        }.value
        let home = former.home
        let ports = [former.report.listening, former.report.database].map { String($0.split(separator: ":").last ?? "") }
        try await LatchkeyProcess.serve(in: folder, ["--port", ports[0], "--database-port", ports[1]]) { server in
            let visitor = try await former.visit.value
            #expect(visitor.status == 0 && visitor.lines.last == "done", "\(visitor.lines) \(visitor.errors)")
            #expect(visitor.lines.contains(#"\#(home) {"first":1,"second":2}"#), "shown before it arrived: \(visitor.lines)")
            let witness = try await Visitor.run(
                server, folder: try TemporaryFolder(), [former.signIn, #"until \#(home) {"first":1,"second":2,"third":3}"#, "say seen"])
            #expect(witness.lines == ["seen"], "\(witness.errors)")
        }
    }

    @Test func offlineWritesArriveInTheNextRunOfTheApp() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, []) { server in
            let (signIn, home) = try await signUp("ada@example.org", server)
            let device = try TemporaryFolder()
            let first = try await Visitor.run(
                server, folder: device,
                [
                    "persist", signIn, "go-offline", "set-later \(home)/note \"kept\"", #"set-later \#(home)/list [1,{"a":true}]"#,
                    // A value is on disk before the app receives it.
                    "until \(home)/note \"kept\"", #"until \#(home)/list [1,{"a":true}]"#, "say dying", "die",
                ])
            #expect(first.lines == ["dying"] && first.status == nil, "\(first.lines) \(first.errors)")
            let second = try await Visitor.run(
                server, folder: device,
                ["persist", "connected", #"until \#(home) {"list":[1,{"a":true}],"note":"kept"}"#, "set \(home)/x 1"])
            #expect(second.lines == ["set \(home)/x ok"], "the session is there as well: \(second.lines) \(second.errors)")
            let witness = try await Visitor.run(
                server, folder: try TemporaryFolder(), [signIn, "until \(home)/note \"kept\"", "say seen"])
            #expect(witness.lines == ["seen"], "\(witness.errors)")
        }
    }

    @Test func onDisconnectWritesRunWhenTheAppDies() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, []) { server in
            let (signIn, home) = try await signUp("ada@example.org", server)
            let visitor = try await Visitor.run(
                server, folder: try TemporaryFolder(),
                [signIn, "remove-at-end \(home)/online", "set \(home)/online true", "die"])
            #expect(visitor.lines == ["remove-at-end \(home)/online ok", "set \(home)/online ok"], "\(visitor.errors)")
            let witness = try await Visitor.run(
                server, folder: try TemporaryFolder(), [signIn, "until \(home) null", "say gone"])
            #expect(witness.lines == ["gone"], "\(witness.errors)")
        }
    }

    @Test func unknownDatabaseIsReported() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, []) { server in
            var wrong = server
            wrong.report.database += "?ns=nobody"
            let visitor = try await Visitor.run(wrong, folder: try TemporaryFolder(), ["get /x"])
            #expect(visitor.lines.first?.contains(#"There is no database "nobody"."#) == true, "\(visitor.lines)")
            #expect(visitor.errors.contains(#"There is no database "nobody"."#), "\(visitor.errors)")
        }
    }

    @Test func missingDatabaseURLIsExplained() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder, []) { server in
            var without = server
            without.report.database = ""
            let visitor = try await Visitor.run(
                without, folder: try TemporaryFolder(), ["get /x", "set /x 1", "canceled /x", "until /x 1"])
            #expect(visitor.lines.first?.contains("set LATCHKEY_DATABASE_URL beside LATCHKEY_URL") == true, "\(visitor.lines)")
            #expect(visitor.lines.filter { $0.hasPrefix("/x ") } == ["/x canceled"], "told once, and no value: \(visitor.lines)")
            #expect(visitor.lines.last?.hasPrefix("failed until /x 1: No database is configured.") == true, "\(visitor.lines)")
            #expect(visitor.status == 1)
        }
    }
}
