import ServerUnderTest
import Testing

/// `latchkey projects hook`, with and without a server.
@Suite(.timeLimit(.minutes(10))) struct HookCommandTests {
    private struct Hook: Decodable, Equatable {
        let event: String
        let url: String
    }

    /// A hook in a private network that was saved while no server ran is refused when it is called.
    @Test func aHookInTheOwnNetworkNeedsTheOperatorsSetting() async throws {
        struct Check: Decodable {
            let subject: String
            let ok: Bool
            let detail: String
            let mend: String?
        }
        let folder = try TemporaryFolder()
        let (port, url) = (1, "http://127.0.0.1:1/before")
        let started = try await LatchkeyProcess.serve(in: folder, []) { server in
            let refusal = try await server.latchkey("projects", "hook", "set", "beforeCreate", url).refusal()
            #expect(refusal.contains("127.0.0.1 is in the server's own network"), "\(refusal)")
            #expect(refusal.contains("add 127.0.0.1:\(port) to --allow-private-targets"), "\(refusal)")
        }
        #expect(started.status == 0)
        let set = try await LatchkeyProcess.run(["projects", "hook", "set", "beforeCreate", url, "--data", folder.data])
        #expect(set.status == 0, "\(set.errors)")
        _ = try await LatchkeyProcess.serve(in: folder, []) { server in
            let reply = try await server.call("signUp", ["email": "x@example.org", "password": "secret12"])
            #expect(reply.status == 500 && !reply.text.contains("127.0.0.1"), "\(reply.text)")
            let outcome = try await LatchkeyProcess.run(["doctor", "--json", "--data", folder.data])
            let checks: [Check] = try CommandOutcome(status: 0, output: outcome.output, errors: outcome.errors).json()
            let check = checks.first { $0.subject == "default: hook beforeCreate" }
            #expect(check?.ok == false && check?.mend?.contains("add 127.0.0.1:\(port) to --allow-private-targets") == true, "\(checks)")
        }
        _ = try await LatchkeyProcess.serve(in: folder, ["--allow-private-targets", "127.0.0.1:\(port)"]) { server in
            _ = try await server.latchkey("projects", "hook", "set", "beforeSignIn", url).printed()
            _ = try await server.latchkey("projects", "hook", "set", "beforeCreate", "https://hooks.invalid/x").printed()
            let outcome = try await LatchkeyProcess.run(["doctor", "--json", "--data", folder.data])
            let checks: [Check] = try CommandOutcome(status: 0, output: outcome.output, errors: outcome.errors).json()
            let (allowed, missing) = (
                checks.first { $0.subject == "default: hook beforeSignIn" }, checks.first { $0.subject == "default: hook beforeCreate" }
            )
            #expect(allowed?.ok == true, "\(checks)")
            #expect(missing?.ok == false && missing?.detail.contains("hooks.invalid cannot be looked up") == true, "\(checks)")
        }
    }

    @Test(arguments: Place.allCases)
    func hooksAreSetShownAndRemoved(_ place: Place) async throws {
        try await place.withData { data in
            #expect(try await data.latchkey("projects", "hook", "show").printed().contains("no hooks"))
            let url = "http://127.0.0.1:1/before"
            let set: [Hook] = try await data.latchkey("projects", "hook", "set", "beforeCreate", url, "--json").json()
            #expect(set == [Hook(event: "beforeCreate", url: url)])
            _ = try await data.latchkey("projects", "hook", "set", "beforeSignIn", "https://hooks.example/x?y=1").printed()
            #expect(try await data.latchkey("projects", "hook", "show").printed().contains(/beforeSignIn +https:..hooks.example.x.y=1/))
            if let server = data.server {
                let reply = try await server.call("signUp", ["email": "x@example.org", "password": "secret12"])
                #expect(reply.status == 500 && reply.text.contains("BLOCKING_FUNCTION_ERROR_RESPONSE"), "\(reply.text)")
            }
            let left: [Hook] = try await data.latchkey("projects", "hook", "remove", "beforeCreate", "--json").json()
            #expect(left.map(\.event) == ["beforeSignIn"])
            #expect(try await data.latchkey("projects", "hook", "remove", "beforeCreate").refusal().contains("no hook beforeCreate"))

            for url in [
                "", "hooks.example", "ftp://hooks.example/", "https://", "https://u:p@hooks.example/", "https://hooks.example/#x",
                "https://hooks.example/" + String(repeating: "x", count: 2048),
            ] {
                #expect(try await data.latchkey("projects", "hook", "set", "beforeCreate", url).refusal().contains("not the URL of a hook"))
            }
            for url in ["http://hooks.example/", "http://127.0.0.1.example/", "http://10.0.0.1/"] {
                #expect(try await data.latchkey("projects", "hook", "set", "beforeCreate", url).refusal().contains("in the clear"))
            }
            #expect(
                try await data.latchkey("projects", "hook", "set", "afterCreate", "https://hooks.example/").refusal()
                    .contains("afterCreate is not a hook"))
            #expect(try await data.latchkey("projects", "hook", "show", "--project", "nobody").refusal().contains("no project nobody"))
        }
    }
}
