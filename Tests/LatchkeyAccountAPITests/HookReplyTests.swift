import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// The effects of hooks' responses.
@Suite struct HookReplyTests: HookedSuite {
    let server: TestServer
    let hook: PlayedHook

    init() async throws {
        (server, hook) = try await Self.start()
    }

    @Test func hookResponseChangesAccountAndSession() async throws {
        hook.respond(
            "/create",
            #"""
            {"userRecord":{"updateMask":"displayName,photoURL,emailVerified, customClaims","displayName":"Countess",
            "photoURL":"https://p.test/1","emailVerified":true,"customClaims":{"role":"editor","level":1},"disabled":true}}
            """#)
        hook.respond(
            "/sign-in",
            #"{"userRecord":{"updateMask":"photoUrl,sessionClaims","photoUrl":null,"sessionClaims":{"level":2,"ip":"x"}}}"#)
        try await server.run { caller in
            let made = try await signUp(caller)
            #expect(made.status == .ok && made["displayName"] == "Countess", "\(made.text)")
            let account = try #require(try await accounts().first)
            #expect(account.displayName == "Countess" && account.emailVerified && account.photoURL == nil)
            #expect(!account.disabled, "what the mask does not name stays")
            #expect(DeveloperClaims.members(of: account.customClaims) == ["role": .string("editor"), "level": .integer(1)])
            #expect(hook.requests[1].record["email_verified"] == .bool(true), "the second hook sees what the first one did")
            #expect(hook.requests[1].record["custom_claims"] == .object(["role": .string("editor"), "level": .integer(1)]))
            for token in [
                made["idToken"],
                try await caller.post(
                    "/v1/token?key=\(caller.apiKey)", #"{"grantType":"refresh_token","refreshToken":"\#(made["refreshToken"] ?? "")"}"#
                )["id_token"],
            ] {
                let said = try claims(of: token)
                #expect(said["role"] == .string("editor") && said["level"] == .integer(2) && said["ip"] == .string("x"))
                #expect(said["email_verified"] == .bool(true) && said["picture"] == nil)
            }
            hook.respond("/sign-in", "{}")
            #expect(try claims(of: try await signIn(caller)["idToken"])["level"] == .integer(1), "a session's claims end with it")
        }
    }

    @Test(arguments: ["/create", "/sign-in"]) func aHookDisables(_ path: String) async throws {
        hook.respond(path, #"{"userRecord":{"updateMask":"disabled","disabled":true}}"#)
        try await server.run { caller in
            #expect(try await signUp(caller).error == "USER_DISABLED")
            let disabled = try await accounts().map(\.disabled)
            #expect(disabled == [true], "and it stays so")
            #expect(hook.paths == (path == "/create" ? ["/create"] : ["/create", "/sign-in"]))
            let id = try #require(try await accounts().first?.id)
            #expect(try await server.store.read { try $0.sessions(of: id, in: Self.realm) }.isEmpty)
            let outcomes = try await events().map(\.outcome)
            #expect(outcomes == [.refused])
            #expect(try await signIn(caller).error == "USER_DISABLED")
        }
    }

    @Test(arguments: ["/create", "/sign-in"]) func refusalReachesTheUserAndStoresNothing(_ path: String) async throws {
        hook.respond(
            path, #"{"error":{"message":"Only \"friends\" : come in.","status":"PERMISSION_DENIED","details":{"a":1}}}"#, status: 403)
        try await server.run { caller in
            let reply = try await signUp(caller)
            #expect(reply.status == .badRequest)
            let message = try #require((reply.json["error"] as? [String: Any])?["message"] as? String)
            let object = try #require(message.split(separator: "HTTP Cloud Function returned an error: ").last)
            let told = try #require(try JSONSerialization.jsonObject(with: Data(object.utf8)) as? [String: [String: String]])
            #expect(told == ["error": ["message": #"Only "friends": come in."#, "status": "PERMISSION_DENIED"]])
            #expect(try await accounts().isEmpty, "not even where the first hook let pass")
            let event = try #require(try await events().first)
            #expect(event.outcome == .refused && event.reason == Self.refusal && event.kind == (path == "/create" ? .signUp : .signIn))
            hook.respond(path, "{}")
            #expect(try await signUp(caller).status == .ok, "the address is free")
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        var status = 200
        var expected = HTTPResponse.Status.badRequest
        var testDescription: String { name }

        static func change(_ mask: String, _ value: String, name: String) -> Row {
            Row(name: name, body: #"{"userRecord":{"updateMask":"\#(mask)","\#(mask)":\#(value)}}"#)
        }
    }

    private static let long = String(repeating: "x", count: 2049)
    static let rows: [Row] = [
        Row(name: "no JSON", body: "hello", expected: .internalServerError),
        Row(name: "nothing", body: "", expected: .internalServerError),
        Row(name: "an array", body: "[]", expected: .internalServerError),
        Row(name: "too much", body: #"{"x":""# + String(repeating: "x", count: 65_536) + #""}"#, expected: .internalServerError),
        Row(name: "very deep", body: String(repeating: "[", count: 60_000), expected: .internalServerError),
        Row(name: "a number that is none", body: #"{"x":1e999}"#, expected: .internalServerError),
        Row(name: "a redirect", body: "{}", status: 302, expected: .internalServerError),
        Row(name: "a page of a proxy", body: "<html>", status: 502, expected: .internalServerError),
        Row(name: "a refusal without a word", body: "{}", status: 403, expected: .internalServerError),
        Row(
            name: "a refusal that is too long", body: #"{"error":{"message":""# + String(repeating: "x", count: 70_000) + #""}}"#,
            status: 403, expected: .internalServerError),
        Row(name: "an exception in the function", body: #"{"error":{"message":"Unhandled","status":"INTERNAL"}}"#, status: 500),
        Row(name: "a record that is no object", body: #"{"userRecord":1}"#),
        Row(name: "no mask", body: #"{"userRecord":{"displayName":"x"}}"#),
        Row(
            name: "a member twice", body: #"{"userRecord":{"updateMask":"disabled","disabled":false,"disabled":true}}"#,
            expected: .internalServerError),
        Row(name: "a mask of another type", body: #"{"userRecord":{"updateMask":["displayName"]}}"#),
        .change("email", #""eve@example.org""#, name: "what no hook can change"),
        .change("uid", #""eve""#, name: "the uid"),
        .change("displayName", "1", name: "a name that is no text"),
        .change("displayName", "\"\(String(repeating: "x", count: 257))\"", name: "a name that is too long"),
        .change("photoUrl", "\"\(long)\"", name: "a picture's address that is too long"),
        .change("disabled", "null", name: "disabled by nothing"),
        .change("disabled", #""true""#, name: "disabled by a text"),
        .change("emailVerified", "1", name: "verified by a number"),
        .change("customClaims", "[]", name: "claims that are no object"),
        .change("customClaims", #"{"firebase":{}}"#, name: "a reserved claim"),
        .change("customClaims", #"{"sub":"eve"}"#, name: "another reserved claim"),
        .change("customClaims", #"{"x":"\#(long)"}"#, name: "claims that are too large"),
        .change("sessionClaims", #"{"x":1}"#, name: "claims of a session before there is an account"),
    ]

    @Test(arguments: rows) func invalidHookResponseRefusesTheSignUp(_ row: Row) async throws {
        hook.respond("/create", row.body, status: row.status)
        try await server.run { caller in
            let reply = try await signUp(caller)
            #expect(reply.status == row.expected, "\(reply.text)")
            #expect(reply.error == Self.refusal)
            #expect(hook.paths == ["/create"], "the hook is called once")
            #expect(try await accounts().isEmpty)
        }
    }

    @Test(arguments: [
        HookRow(name: "a reserved claim", claims: #"{"aud":"x"}"#), HookRow(name: "no object", claims: "7"),
        HookRow(name: "too large", claims: #"{"x":"\#(long)"}"#),
    ])
    func invalidSessionClaimsRefuseTheSignIn(_ row: HookRow) async throws {
        try await server.run { caller in
            _ = try await signUp(caller)
            hook.respond("/sign-in", #"{"userRecord":{"updateMask":"sessionClaims","sessionClaims":\#(row.claims)}}"#)
            let reply = try await signIn(caller)
            #expect(reply.status == .badRequest && reply.error == Self.refusal)
        }
    }

    struct HookRow: Sendable, CustomTestStringConvertible {
        let name: String
        let claims: String
        var testDescription: String { name }
    }

    @Test(arguments: ["{}", #"{"userRecord":null}"#, #"{"userRecord":{"updateMask":""}}"#, #"{"recaptchaActionOverride":"ALLOW"}"#])
    func emptyHookResponseAllowsTheSignIn(_ body: String) async throws {
        hook.respond("/create", body)
        hook.respond("/sign-in", body)
        try await server.run { caller in
            let made = try await signUp(caller)
            #expect(made.status == .ok)
            let stored = try await accounts().first
            #expect(stored?.displayName == "Ada")
        }
    }
}
