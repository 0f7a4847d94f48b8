import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

/// Invalid input and the exact response to it, for every call.
@Suite struct BadInputTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let call: String
        let sentence: String
        let body: String
        let status: Int
        let error: String
        var testDescription: String { "\(call): \(sentence)" }

        init(_ call: String, _ sentence: String, _ body: String, _ error: String, status: Int = 400) {
            self.call = call
            self.sentence = sentence
            self.body = body
            self.status = status
            self.error = error
        }
    }

    static let calls = [
        "accounts:signUp", "accounts:signInWithPassword", "accounts:signInWithIdp", "accounts:createAuthUri", "accounts:lookup",
        "accounts:update", "accounts:delete", "accounts:sendOobCode", "accounts:resetPassword", "accounts:signInWithEmailLink",
    ]

    /// Input that every call rejects.
    static let common: [Row] = (calls + ["token"]).flatMap { call in
        [
            Row(call, "a body that is not JSON", "{", "Invalid JSON payload received. The body is not valid JSON."),
            Row(call, "a body that is an array", "[]", "Invalid JSON payload received. The body must be an object."),
            Row(call, "a member twice", #"{"x":1,"\u0078":2}"#, "Invalid JSON payload received. /x appears more than once."),
            Row(call, "text after the JSON", #"{} {}"#, "Invalid JSON payload received. The body is not valid JSON."),
        ]
    }

    static let rows: [Row] = [
        Row("accounts:signUp", "a password without an address", #"{"password":"lovelace"}"#, "MISSING_EMAIL"),
        Row("accounts:signUp", "an empty address with a password", #"{"email":"","password":"lovelace"}"#, "MISSING_EMAIL"),
        Row("accounts:signUp", "an address without a password", #"{"email":"a@b.c"}"#, "MISSING_PASSWORD"),
        Row("accounts:signUp", "both empty", #"{"email":"","password":""}"#, "INVALID_EMAIL"),
        Row("accounts:signUp", "an invalid address", #"{"email":"nobody","password":"lovelace"}"#, "INVALID_EMAIL"),
        Row("accounts:signUp", "a short password", #"{"email":"a@b.c","password":"12345"}"#, "WEAK_PASSWORD"),
        Row("accounts:signUp", "a chosen uid", #"{"localId":"me"}"#, "UNEXPECTED_PARAMETER"),
        Row("accounts:signUp", "a forged token", #"{"idToken":"a.b.c","email":"a@b.c","password":"lovelace"}"#, "INVALID_ID_TOKEN"),
        Row(
            "accounts:signUp", "an object where a text belongs", #"{"email":{}}"#, "Invalid JSON payload received. /email must be a string."
        ),
        Row("accounts:signUp", "an empty token and uid count as absent", #"{"idToken":"","localId":"","password":"x"}"#, "MISSING_EMAIL"),
        Row("accounts:signInWithPassword", "nothing", "{}", "MISSING_EMAIL"),
        Row("accounts:signInWithPassword", "no password", #"{"email":"a@b.c"}"#, "MISSING_PASSWORD"),
        Row("accounts:signInWithPassword", "an invalid address", #"{"email":"a","password":"x"}"#, "INVALID_EMAIL"),
        Row(
            "accounts:signInWithPassword", "a password longer than any can be",
            #"{"email":"a@b.c","password":"\#(String(repeating: "x", count: 5000))"}"#, "INVALID_LOGIN_CREDENTIALS"),
        Row("accounts:signInWithIdp", "nothing", "{}", "MISSING_REQUEST_URI"),
        Row("accounts:signInWithIdp", "a request address that is none", #"{"requestUri":"localhost"}"#, "INVALID_REQUEST_URI"),
        Row(
            "accounts:signInWithIdp", "no provider", #"{"requestUri":"http://localhost","postBody":"access_token=x"}"#,
            "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
        Row(
            "accounts:signInWithIdp", "Twitter without the secret",
            #"{"requestUri":"http://localhost","postBody":"access_token=x&providerId=twitter.com"}"#, "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
        Row(
            "accounts:signInWithIdp", "GitHub without a token", #"{"requestUri":"http://localhost","postBody":"providerId=github.com"}"#,
            "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
        Row(
            "accounts:signInWithIdp", "a provider that we do not know",
            #"{"requestUri":"http://localhost","postBody":"access_token=x&providerId=evil.example"}"#, "INVALID_PROVIDER_ID"),
        Row(
            "accounts:signInWithIdp", "an empty provider",
            #"{"requestUri":"http://localhost","postBody":"access_token=x&providerId="}"#, "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
        Row(
            "accounts:signInWithIdp", "an empty token to link to counts as absent",
            #"{"requestUri":"http://localhost","postBody":"providerId=github.com","idToken":""}"#, "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
        Row(
            "accounts:signInWithIdp", "more parameters than any credential has",
            #"{"requestUri":"http://localhost","postBody":"\#((0..<65).map { "p\($0)=x" }.joined(separator: "&"))"}"#,
            "INVALID_REQUEST_URI"),
        Row("accounts:signInWithIdp", "a forged pending token", #"{"pendingToken":"abc"}"#, "INVALID_PENDING_TOKEN"),
        Row(
            "accounts:signInWithIdp", "a forged handler result",
            #"{"requestUri":"https://auth.example.org/__/auth/handler?authResult=abc","sessionId":"s"}"#, "INVALID_IDP_RESPONSE"),
        Row(
            "accounts:signInWithIdp", "a handler result without its session",
            #"{"requestUri":"https://auth.example.org/__/auth/handler?authResult=abc"}"#, "INVALID_IDP_RESPONSE"),
        Row(
            "accounts:signInWithIdp", "a callback of a sign-in that was never begun",
            #"{"requestUri":"https://app.example.org/cb?code=x&state=y","sessionId":"s"}"#, "INVALID_IDP_RESPONSE"),
        Row(
            "accounts:signInWithIdp", "a forged token to link to",
            #"{"requestUri":"http://localhost","postBody":"access_token=x&providerId=github.com","idToken":"x"}"#, "INVALID_ID_TOKEN"),
        Row(
            "accounts:signInWithIdp", "a body longer than any credential",
            #"{"requestUri":"http://localhost","postBody":"\#(String(repeating: "x", count: 70_000))"}"#, "INVALID_REQUEST_URI"),
        Row("accounts:createAuthUri", "nothing", "{}", "MISSING_IDENTIFIER"),
        Row("accounts:createAuthUri", "no continue address", #"{"identifier":"a@b.c"}"#, "MISSING_CONTINUE_URI"),
        Row(
            "accounts:createAuthUri", "an identifier that is none", #"{"identifier":"a","continueUri":"http://localhost"}"#,
            "INVALID_IDENTIFIER"),
        Row(
            "accounts:createAuthUri", "a continue address that is none", #"{"identifier":"a@b.c","continueUri":"nowhere"}"#,
            "INVALID_CONTINUE_URI"),
        Row(
            "accounts:createAuthUri", "a foreign place to return to",
            #"{"providerId":"github.com","continueUri":"https://evil.example/cb"}"#, "UNAUTHORIZED_DOMAIN"),
        Row(
            "accounts:createAuthUri", "a subdomain of a listed host",
            #"{"providerId":"github.com","continueUri":"https://x.app.example.org/cb"}"#, "UNAUTHORIZED_DOMAIN"),
        Row(
            "accounts:createAuthUri", "a listed host without TLS",
            #"{"providerId":"github.com","continueUri":"http://app.example.org/cb"}"#, "UNAUTHORIZED_DOMAIN"),
        Row(
            "accounts:createAuthUri", "a user in the address",
            #"{"providerId":"github.com","continueUri":"https://app.example.org@evil.example/cb"}"#, "INVALID_CONTINUE_URI"),
        Row(
            "accounts:createAuthUri", "a backslash in the address",
            #"{"providerId":"github.com","continueUri":"https://evil.example\\@app.example.org/cb"}"#, "INVALID_CONTINUE_URI"),
        Row(
            "accounts:createAuthUri", "an unknown provider", #"{"providerId":"evil.example","continueUri":"http://localhost/cb"}"#,
            "INVALID_PROVIDER_ID"),
        Row(
            "accounts:createAuthUri", "a second state in the address",
            #"{"providerId":"github.com","continueUri":"https://app.example.org/cb?a=b&state=x"}"#, "INVALID_CONTINUE_URI"),
        Row(
            "accounts:createAuthUri", "a fragment in the address",
            #"{"providerId":"github.com","continueUri":"https://app.example.org/cb#x"}"#, "INVALID_CONTINUE_URI"),
        Row("accounts:lookup", "nothing", "{}", "MISSING_ID_TOKEN"),
        Row("accounts:lookup", "an empty token", #"{"idToken":""}"#, "MISSING_ID_TOKEN"),
        Row("accounts:lookup", "a forged token", #"{"idToken":"a.b.c"}"#, "INVALID_ID_TOKEN"),
        Row("accounts:lookup", "a uid instead of a token", #"{"localId":["x"]}"#, "MISSING_ID_TOKEN"),
        Row("accounts:update", "nothing", "{}", "INVALID_REQ_TYPE"),
        Row("accounts:update", "an empty token", #"{"idToken":""}"#, "INVALID_REQ_TYPE"),
        Row("accounts:update", "a forged token", #"{"idToken":"x","displayName":"x"}"#, "INVALID_ID_TOKEN"),
        Row("accounts:update", "a made-up code", #"{"oobCode":"x"}"#, "INVALID_OOB_CODE"),
        Row("accounts:update", "claims for oneself", #"{"idToken":"x","customAttributes":"{}"}"#, "INSUFFICIENT_PERMISSION"),
        Row("accounts:update", "disabling oneself", #"{"idToken":"x","disableUser":true}"#, "OPERATION_NOT_ALLOWED"),
        Row("accounts:sendOobCode", "nothing", "{}", "MISSING_REQ_TYPE"),
        Row("accounts:sendOobCode", "a forged token", #"{"requestType":"VERIFY_EMAIL","idToken":"x"}"#, "INVALID_ID_TOKEN"),
        Row("accounts:resetPassword", "nothing", "{}", "MISSING_OOB_CODE"),
        Row("accounts:resetPassword", "a made-up code", #"{"oobCode":"x"}"#, "INVALID_OOB_CODE"),
        Row("accounts:resetPassword", "a made-up code with a password", #"{"oobCode":"x","newPassword":"12345678"}"#, "INVALID_OOB_CODE"),
        Row(
            "accounts:resetPassword", "an old password in place of a code",
            #"{"email":"a@b.c","oldPassword":"lovelace","newPassword":"12345678"}"#, "MISSING_OOB_CODE"),
        Row("accounts:signInWithEmailLink", "nothing", "{}", "MISSING_EMAIL"),
        Row("accounts:signInWithEmailLink", "no code", #"{"email":"a@b.c"}"#, "MISSING_OOB_CODE"),
        Row(
            "accounts:signInWithEmailLink", "a link where it is switched off", #"{"email":"a@b.c","oobCode":"x"}"#, "OPERATION_NOT_ALLOWED"),
        Row("accounts:delete", "nothing", "{}", "MISSING_ID_TOKEN"),
        Row("accounts:delete", "an empty token", #"{"idToken":""}"#, "MISSING_ID_TOKEN"),
        Row("accounts:delete", "a uid without a token", #"{"localId":"x"}"#, "MISSING_ID_TOKEN"),
        Row("accounts:delete", "a forged token", #"{"idToken":"x"}"#, "INVALID_ID_TOKEN"),
        Row("token", "nothing", "{}", "MISSING_GRANT_TYPE"),
        Row("token", "another grant", #"{"grantType":"password"}"#, "INVALID_GRANT_TYPE"),
        Row("token", "no refresh token", #"{"grantType":"refresh_token"}"#, "MISSING_REFRESH_TOKEN"),
        Row("token", "a malformed refresh token", #"{"grantType":"refresh_token","refreshToken":"x"}"#, "INVALID_REFRESH_TOKEN"),
        Row(
            "token", "a refresh token whose session is gone",
            #"{"grant_type":"refresh_token","refresh_token":"lkr_\#(String(repeating: "A", count: 43))"}"#, "TOKEN_EXPIRED"),
    ]

    @Test(arguments: rows + common) func badInputGetsTheExactError(_ row: Row) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.post("/v1/\(row.call)?key=\(caller.apiKey)", row.body)
            #expect(reply.status.code == row.status, "\(reply.text)")
            #expect(reply.error == row.error, "\(reply.text)")
            let error = try #require(reply.json["error"] as? [String: Any])
            #expect(error["code"] as? Int == row.status)
            let items = try #require(error["errors"] as? [[String: Any]])
            #expect(items.first?["message"] as? String == error["message"] as? String)
            // Plain account errors have no status member; schema errors do.
            #expect((error["status"] as? String) == (row.error.hasPrefix("Invalid JSON") ? "INVALID_ARGUMENT" : nil))
        }
    }

    @Test(arguments: calls + ["token"]) func needsAnAPIKey(_ call: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let missing = try await caller.post("/v1/\(call)", "{}")
            #expect(missing.status == .forbidden)
            let unread = try await caller.post("/v1/\(call)", "{" + String(repeating: "x", count: 200_000))
            #expect(unread.status == .forbidden, "the key comes before the body")
            #expect((missing.json["error"] as? [String: Any])?["status"] as? String == "PERMISSION_DENIED")
            let wrong = try await caller.post("/v1/\(call)?key=wrong", "{}")
            #expect(wrong.status == .badRequest)
            let items = (wrong.json["error"] as? [String: Any])?["errors"] as? [[String: Any]]
            #expect(items?.first?["reason"] as? String == "keyInvalid")
            let header = try #require(HTTPField.Name("x-goog-api-key"))
            let byHeader = try await caller.send(
                .post, "/v1/\(call)", headers: [header: caller.apiKey, .contentType: "application/json"], body: "{}")
            #expect(byHeader.status != .forbidden)
            let besideAnEmptyOne = try await caller.send(
                .post, "/v1/\(call)?key=", headers: [header: caller.apiKey, .contentType: "application/json"], body: "{}")
            #expect(besideAnEmptyOne.status == byHeader.status && besideAnEmptyOne.error == byHeader.error)
        }
    }

    @Test func revokedKeyIsRejected() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let instant = server.clock.now
            _ = try await server.store.write { try $0.revokeAPIKey(server.apiKey, at: instant) }
            #expect(try await caller.post("/v1/accounts:signUp?key=\(caller.apiKey)", "{}").status == .badRequest)
        }
    }

    @Test(arguments: calls) func aHugeBodyIsRefused(_ call: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let body = #"{"email":"\#(String(repeating: "x", count: 140_000))"}"#
            let reply = try await caller.post("/v1/\(call)?key=\(caller.apiKey)", body)
            #expect(reply.status == .contentTooLarge)
            #expect(reply.error == "The request is too large.")
        }
    }

    @Test func deepNestingIsRefused() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let body = #"{"a":"# + String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000) + "}"
            let reply = try await caller.post("/v1/accounts:signUp?key=\(caller.apiKey)", body)
            #expect(reply.status == .badRequest)
            #expect(reply.error?.hasPrefix("Invalid JSON payload received. The body is nested") == true, "\(reply.text)")
        }
    }

    @Test(arguments: calls) func unknownTenantIsNotFound(_ call: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.post("/v1/\(call)?key=\(caller.apiKey)", #"{"tenantId":"north"}"#)
            #expect(reply.status == .notFound)
            #expect(reply.error == "TENANT_NOT_FOUND")
            #expect((reply.json["error"] as? [String: Any])?["status"] as? String == "NOT_FOUND")
            let none = try await caller.post("/v1/\(call)?key=\(caller.apiKey)", #"{"tenantId":""}"#)
            #expect(none.error != "TENANT_NOT_FOUND")
        }
    }

    @Test(arguments: ["/sign-in", "/healthz", "/v1/projects"]) func headIsServedForEveryGet(_ path: String) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let uri = path + "?key=" + caller.apiKey
            let get = try await caller.send(.get, uri)
            let head = try await caller.send(.head, uri)
            #expect(get.status == .ok && head.status == .ok, "\(head.status)")
            #expect(head.text.isEmpty)
        }
    }

    @Test func unknownPathGetsTheErrorFormat() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let reply = try await caller.post("/v1/accounts:nothing?key=\(caller.apiKey)", "{}")
            #expect(reply.status == .notFound)
            #expect((reply.json["error"] as? [String: Any])?["status"] as? String == "NOT_FOUND")
        }
    }

    @Test func tokensOfAnotherProjectAreRefused() async throws {
        let server = try await TestServer()
        let clock = server.clock
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { clock.now })
        let (_, otherKey) = try await setup.create("other-project", displayName: "Other")
        try await server.run { caller in
            let here = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            let there = try await caller.post("/v1/accounts:lookup?key=\(otherKey.text)", #"{"idToken":"\#(here["idToken"] ?? "")"}"#)
            #expect(there.error == "INVALID_ID_TOKEN")
            let refresh = try await caller.post(
                "/v1/token?key=\(otherKey.text)", #"{"grantType":"refresh_token","refreshToken":"\#(here["refreshToken"] ?? "")"}"#)
            #expect(refresh.error == "INVALID_REFRESH_TOKEN")
            // The same email address is free in the other project.
            let signUp = try await caller.post(
                "/v1/accounts:signUp?key=\(otherKey.text)", #"{"email":"ada@example.org","password":"lovelace"}"#)
            #expect(signUp.status == .ok)
            #expect(signUp["localId"] != here["localId"])
        }
    }

    @Test func concurrentSignUpsWithOneAddressSucceedOnce() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let replies = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let reply = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
                        return reply.error ?? "ok"
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(replies == ["ok": 1, "EMAIL_EXISTS": 7])
        }
    }

    @Test func crossOriginResponsesAllowTheRequestingOrigin() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            let method = try #require(HTTPField.Name("access-control-request-method"))
            let wanted = try #require(HTTPField.Name("access-control-request-headers"))
            let preflight = try await caller.send(
                .options, "/v1/accounts:signUp",
                headers: [.origin: "https://app.example.org", method: "POST", wanted: "content-type,x-client-version"])
            #expect(preflight.status == .noContent)
            #expect(preflight.headers[.accessControlAllowOrigin] == "https://app.example.org")
            #expect(preflight.headers[.accessControlAllowHeaders] == "content-type,x-client-version")
            let bare = try await caller.send(.options, "/v1/accounts:signUp", headers: [.origin: "https://app.example.org"])
            #expect(bare.status == .noContent)
            let reply = try await caller.send(
                .post, "/v1/accounts:signUp", headers: [.origin: "https://app.example.org"], body: "{}")
            #expect(reply.status == .forbidden, "errors carry the header too, or the page could not read them")
            #expect(reply.headers[.accessControlAllowOrigin] == "https://app.example.org")
            let page = try await caller.send(.get, "/sign-in", headers: [.origin: "https://app.example.org"])
            #expect(page.headers[.accessControlAllowOrigin] == nil)
        }
    }
}
