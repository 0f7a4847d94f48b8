import ServerUnderTest
import Testing

/// `latchkey projects provider` for OpenID providers and for X.
@Suite(.timeLimit(.minutes(10))) struct OpenIDProviderCommandTests {
    private struct Provider: Decodable {
        let id: String
        let clientID: String
        let secret: String
        let apiOrigin: String
        let webOrigin: String
        let trustedForTakeover: Bool
        let issuer: String?
        let acceptedClientIDs: [String]?
        let parameters: [String: String]?
    }

    /// Made for this test and not used anywhere else.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDxefqIQsMe2nsrSJ
        9PaMg4ZR9CBKCPeIMZqKBCy/r7GhRANCAAQvIm9buVSUdtscgrgM7Ww1zj1XWlb0
        +BB8oiE4BG+bVN2v5HpRCw9y2TE0gP8er24Me2AnERR1REBRadRcZkUy
        -----END PRIVATE KEY-----

        """

    private func withSet(
        _ place: Place, _ body: (_ set: ([String], String) async throws -> CommandOutcome, _ data: AdministeredData) async throws -> Void
    ) async throws {
        try await place.withData { data in
            _ = try await data.latchkey("projects", "create", "other").printed()
            try await body(
                { arguments, input in
                    try await LatchkeyProcess.run(
                        ["projects", "provider", "set"] + arguments + ["--project", "other", "--data", data.folder.data], input: input)
                }, data)
        }
    }

    @Test(arguments: Place.allCases)
    func anyOpenIDProviderByItsIssuer(_ place: Place) async throws {
        try await withSet(place) { set, data in
            #expect(try await set(["oidc.acme", "--key", "K"], "").refusal().contains("--issuer"))
            for wrong in ["login.example.com", "http://login.example.com", "https://login.example.com/?x", "https://a:b@login.example.com"]
            {
                #expect(try await set(["oidc.acme", "--key", "K", "--issuer", wrong], "").refusal().contains("--issuer"), "\(wrong)")
            }
            for name in ["oidc.", "oidc.UPPER", "oidc.a/b", "oidc." + String(repeating: "x", count: 65)] {
                #expect(
                    try await set([name, "--key", "K", "--issuer", "https://l.example"], "").refusal().contains("oidc.NAME"), "\(name)")
            }
            let issuer = "https://login.example.com/realm/"
            let acme: Provider = try await set(
                [
                    "oidc.acme", "--key", "K", "--issuer", issuer, "--accept-clients", "ios,android", "--response-type", "id_token",
                    "--json",
                ], ""
            ).json()
            #expect(acme.issuer == issuer && acme.apiOrigin == issuer && acme.webOrigin == issuer, "byte for byte")
            #expect(acme.acceptedClientIDs == ["ios", "android"] && acme.parameters == ["response-type": "id_token"])
            #expect(acme.secret.isEmpty && !acme.trustedForTakeover)
            let text = try await data.latchkey("projects", "provider", "show", "oidc.acme", "--project", "other").printed()
            #expect(text.contains("none (public client)") && text.contains(issuer) && text.contains("ios, android"))

            let secret: Provider = try await set(["oidc.acme", "--secret-file", "-", "--accept-clients", "", "--json"], "s3cret").json()
            #expect(secret.secret == "<redacted>" && secret.acceptedClientIDs == [] && secret.clientID == "K")
            let other: Provider = try await set(["oidc.acme", "--key", "K2", "--json"], "").json()
            #expect(other.secret.isEmpty, "another client's secret is not kept")
            _ = try await set(["oidc.acme", "--secret-file", "-"], "s3cret").printed()
            let elsewhere: Provider = try await set(["oidc.acme", "--issuer", "https://other.example.com", "--json"], "").json()
            #expect(elsewhere.secret.isEmpty && elsewhere.clientID == "K2", "nor is it told to another issuer")

            _ = try await set(["oidc.acme", "--secret-file", "-", "--response-type", "code"], "s3cret").printed()
            for change in [["--issuer", "https://third.example.com"], ["--key", "K3"]] {
                let refused = try await set(["oidc.acme"] + change, "").refusal()
                #expect(refused.contains("--secret-file") && refused.contains("--no-secret"), "nor is it lost unsaid: \(refused)")
                let without: Provider = try await set(["oidc.acme", "--no-secret", "--json"] + change, "").json()
                #expect(without.secret.isEmpty)
                _ = try await set(["oidc.acme", "--secret-file", "-"], "s3cret").printed()
            }
            let both = try await set(["oidc.acme", "--no-secret", "--secret-file", "-"], "s")
            #expect(both.status == 64 && both.errors.contains("cannot be used together"), "\(both.errors)")

            #expect(try await set(["oidc.acme", "--response-type", "token"], "").refusal().contains("code or id_token"))
            #expect(try await set(["oidc.acme", "--token-auth", "digest"], "").refusal().contains("basic, post or none"))
            _ = try await set(["oidc.acme", "--token-auth", "post"], "").printed()
            _ = try await set(["oidc.acme", "--token-auth", ""], "").printed()
            #expect(try await set(["oidc.acme", "--tenant", "common"], "").refusal().contains("no --tenant"))
            #expect(try await set(["oidc.acme", "--api-origin", "https://x.example"], "").refusal().contains("--issuer"))
            #expect(try await set(["oidc.acme", "--accept-clients", "é"], "").refusal().contains("--accept-clients"))
            #expect(try await set(["github.com", "--issuer", "https://x.example"], "").refusal().contains("not an OpenID provider"))
        }
    }

    @Test(arguments: Place.allCases)
    func namedProvidersHaveDefaultIssuers(_ place: Place) async throws {
        try await withSet(place) { set, data in
            let google: Provider = try await set(["google.com", "--key", "K", "--secret-file", "-", "--json"], "s").json()
            #expect(google.issuer == "https://accounts.google.com" && google.apiOrigin == "https://oauth2.googleapis.com")
            #expect(google.trustedForTakeover, "for its own addresses only, which the sign-in looks at")
            let gitLab: Provider = try await set(["gitlab.com", "--key", "K", "--issuer", "https://git.example.com", "--json"], "").json()
            #expect(gitLab.issuer == "https://git.example.com" && !gitLab.trustedForTakeover)

            #expect(try await set(["microsoft.com", "--key", "K"], "").refusal().contains("--secret-file"))
            #expect(
                try await set(["microsoft.com", "--key", "K", "--secret-file", "-", "--tenant", "example.com"], "s").refusal()
                    .contains("--tenant"))
            let microsoft: Provider = try await set(
                ["microsoft.com", "--key", "K", "--secret-file", "-", "--tenant", "organizations", "--json"], "s"
            ).json()
            #expect(microsoft.parameters == ["tenant": "organizations"] && !microsoft.trustedForTakeover)

            let native: Provider = try await set(["apple.com", "--key", "org.example.app", "--json"], "").json()
            #expect(native.secret.isEmpty && native.trustedForTakeover)
            #expect(try await set(["apple.com", "--secret-file", "-"], "no-key").refusal().contains(".p8"))
            #expect(try await set(["apple.com", "--secret-file", "-"], Self.key).refusal().contains("--team-id and --key-id"))
            let apple: Provider = try await set(
                ["apple.com", "--secret-file", "-", "--team-id", "TEAM123456", "--key-id", "KEY1234567", "--json"], Self.key
            ).json()
            #expect(apple.secret == "<redacted>" && apple.parameters == ["team-id": "TEAM123456", "key-id": "KEY1234567"])

            let x: Provider = try await set(["x.com", "--client-id", "K", "--secret-file", "-", "--json"], "s").json()
            #expect(x.apiOrigin == "https://api.x.com" && x.webOrigin == "https://x.com" && x.issuer == nil)
            let all: [Provider] = try await data.latchkey("projects", "provider", "show", "--project", "other", "--json").json()
            #expect(all.map(\.id) == ["apple.com", "gitlab.com", "google.com", "microsoft.com", "x.com"])
        }
    }

    @Test func doctorChecksTheIssuersDocument() async throws {
        struct Check: Decodable {
            let subject: String
            let ok: Bool
            let detail: String
            let mend: String?
        }
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            // The server is the issuer of its own ID tokens. It has no authorization page, so it is not an OpenID provider.
            let issuer = server.url + "/default"
            let sets: [(String, String)] = [("oidc.nobody", "http://127.0.0.1:1"), ("oidc.other", issuer + "/"), ("oidc.own", issuer)]
            for (id, url) in sets {
                _ = try await server.latchkey("projects", "provider", "set", id, "--key", "K", "--issuer", url).printed()
            }
            let outcome = try await LatchkeyProcess.run(["doctor", "--json", "--data", folder.data])
            #expect(outcome.status == 1)
            let checks: [Check] = try CommandOutcome(status: 0, output: outcome.output, errors: outcome.errors).json()
            func check(_ id: String) -> Check? { checks.first { $0.subject == "default: \(id)" } }
            #expect(check("oidc.nobody")?.detail.contains("cannot be reached") == true, "\(checks)")
            #expect(check("oidc.other")?.ok == false && check("oidc.own")?.ok == false, "\(checks)")
        }
    }
}
