import ServerUnderTest
import Testing

/// The limits of databases, on a real server.
@Suite(.timeLimit(.minutes(10))) struct DatabaseLimitCommandTests {
    private struct Settings: Decodable {
        let size: Int
        let sizeLimit: Int
        let pathSizeLimits: [String: Int]?
        let defaultWriteSizeLimit: String
    }

    private func put(_ bytes: Int, _ url: String, from address: String) async throws -> WebReply {
        try await Web.put(url, "\"\(String(repeating: "x", count: bytes))\"", headers: ["X-Forwarded-For": address])
    }

    @Test func networkOverItsWriteRateGetsARetryTime() async throws {
        let folder = try TemporaryFolder()
        let options = ["--trusted-proxy", "127.0.0.1/32", "--database-write-rate", "1"]
        try await LatchkeyProcess.serve(in: folder, options) { server in
            let account = try await server.call(
                "signUp", ["email": "ada@example.org", "password": "correct horse", "returnSecureToken": true])
            let (uid, token) = (try #require(account["localId"]), try #require(account["idToken"]))
            let url = "\(server.report.database)/users/\(uid)/n.json?auth=\(token)&print=silent"
            #expect(try await put(1_500_000, url, from: "192.0.2.1").status == 204)
            let refused = try await put(10, url, from: "192.0.2.1")
            #expect(refused.status == 429)
            #expect((1...61).contains(Int(refused.retryAfter ?? "") ?? 0))
            #expect(try await put(10, url, from: "192.0.2.2").status == 204, "another network")
            #expect(try await put(1_500_000, url, from: "127.0.0.1").status == 204)
            #expect(try await put(1_500_000, url, from: "127.0.0.1").status == 204, "this machine is not counted")
        }
    }

    @Test(arguments: Place.allCases) func aDatabaseHasLimitsThatAreShownAndChanged(_ place: Place) async throws {
        try await place.withData { data in
            let before: Settings = try await data.latchkey("database", "settings", "--json").json()
            #expect(before.sizeLimit == 1 << 30 && before.pathSizeLimits == nil && before.defaultWriteSizeLimit == "unlimited")
            let after: Settings = try await data.latchkey(
                "database", "settings", "--size-limit", "1MB", "--path-size-limit", "/users/$uid=2KB", "--path-size-limit", "/a=1MB",
                "--default-write-size-limit", "small", "--json"
            ).json()
            #expect(after.sizeLimit == 1 << 20 && after.pathSizeLimits == ["/users/$uid": 2048, "/a": 1 << 20])
            #expect(after.defaultWriteSizeLimit == "small")
            let file = try data.folder.file("large.json", "\"\(String(repeating: "x", count: 2_000_000))\"")
            let refused = try await data.latchkey("database", "import", file, "--path", "/x").refusal()
            #expect(refused.contains("limit of 1 MB (sizeLimit)") && refused.contains("Nothing was written"), "\(refused)")
            let shown = try await data.latchkey("database", "settings").printed()
            #expect(shown.contains(/path-size-limit +\/a=1 MB, \/users\/\$uid=2 KB\n/), "\(shown)")
            let open: Settings = try await data.latchkey(
                "database", "settings", "--size-limit", "none", "--path-size-limit", "none", "--json"
            ).json()
            #expect(open.sizeLimit == 0 && open.pathSizeLimits == [:])
            _ = try await data.latchkey("database", "import", file, "--path", "/x").printed()
            let large: Settings = try await data.latchkey("database", "settings", "--path-size-limit", "default", "--json").json()
            #expect(large.size > 2_000_000 && large.pathSizeLimits == nil)
        }
    }

    @Test(arguments: [
        (["--size-limit", "much"], "is not a size"), (["--size-limit", "1KB"], "at least 1 MB"),
        (["--path-size-limit", "10MB"], "is not a limit"),
        (["--path-size-limit", "/a.b=10MB"], "is not valid"), (["--path-size-limit", "/a=1"], "at least 1024"),
        (["--default-write-size-limit", "huge"], "tiny, small"),
    ])
    func aWrongLimitIsRefused(_ options: [String], _ says: String) async throws {
        let folder = try TemporaryFolder()
        _ = try await LatchkeyProcess.run(["projects", "create", "default", "--data", folder.data]).printed()
        let outcome = try await LatchkeyProcess.run(["database", "settings", "--data", folder.data] + options)
        #expect(outcome.status != 0 && outcome.errors.contains(says), "\(outcome.errors)")
    }
}
