import Foundation
import HTTPTypes
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

/// Opaque tokens: a changed one is refused wherever it is presented, and the original works afterwards.
@Suite struct OpaqueTokenTests {
    struct Kind: Sendable {
        let name: String
        let refusals: Set<String>
        /// Other kinds that are accepted here too.
        var reads: Set<String> = []
        /// The error for an empty text, where it is treated as missing.
        let missing: String
        let issue: @Sendable (Stage) async throws -> String
        /// Presents one with a project's key, in a tenant or none.
        let show: @Sendable (Stage, String, _ key: String, _ tenant: String?) async throws -> Reply
    }

    private static func call(
        _ stage: Stage, _ name: String, _ body: [String: any Sendable], _ key: String, _ tenant: String?
    ) async throws -> Reply {
        var body = body
        body["tenantId"] = tenant
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await stage.caller.post("/\(name)?key=\(key)", text)
    }

    static let kinds: [Kind] = [
        Kind(name: "a refresh token", refusals: ["INVALID_REFRESH_TOKEN", "TOKEN_EXPIRED"], missing: "MISSING_REFRESH_TOKEN") {
            $0.refreshToken
        } show: { stage, text, key, tenant in
            try await call(stage, "v1/token", ["grantType": "refresh_token", "refreshToken": text], key, tenant)
        },
        Kind(
            // This call reads a code of any kind without using it up.
            name: "a code that resets the password", refusals: ["INVALID_OOB_CODE"],
            reads: ["a code that confirms an address", "a link that signs in"], missing: "MISSING_OOB_CODE"
        ) {
            try await $0.mail("PASSWORD_RESET", ["email": $0.email]).code
        } show: { stage, text, key, tenant in
            try await call(stage, "v1/accounts:resetPassword", ["oobCode": text], key, tenant)
        },
        Kind(name: "a code that confirms an address", refusals: ["INVALID_OOB_CODE"], missing: "INVALID_REQ_TYPE") {
            try await $0.mail("VERIFY_EMAIL", ["idToken": $0.idToken]).code
        } show: { stage, text, key, tenant in
            try await call(stage, "v1/accounts:update", ["oobCode": text], key, tenant)
        },
        Kind(name: "a link that signs in", refusals: ["INVALID_OOB_CODE"], missing: "MISSING_OOB_CODE") {
            try await $0.mail("EMAIL_SIGNIN", ["email": $0.email]).code
        } show: { stage, text, key, tenant in
            try await call(stage, "v1/accounts:signInWithEmailLink", ["email": stage.email, "oobCode": text], key, tenant)
        },
        Kind(
            name: "a sign-in that waits for its second factor", refusals: ["INVALID_MFA_PENDING_CREDENTIAL"], missing: "MISSING_CREDENTIAL"
        ) { stage in
            // The current code may have been used.
            _ = try stage.nextCode()
            return try #require(try await stage.firstFactor()["mfaPendingCredential"])
        } show: { stage, text, key, tenant in
            let code = try #require(stage.totp).code(at: TOTP.step(at: stage.server.clock.now))
            let body: [String: any Sendable] = ["mfaPendingCredential": text, "totpVerificationInfo": ["verificationCode": code]]
            return try await call(stage, "v2/accounts/mfaSignIn:finalize", body, key, tenant)
        },
        Kind(name: "a provider's word that waits", refusals: ["INVALID_PENDING_TOKEN"], missing: "MISSING_REQUEST_URI") { stage in
            let other = try await stage.done("accounts:signUp", [:])
            let body: [String: any Sendable] = ["idToken": try #require(other["idToken"]), "returnIdpCredential": true]
            return try #require(try await stage.idp(stage.gitHubBody, body)["pendingToken"])
        } show: { stage, text, key, tenant in
            try await call(stage, "v1/accounts:signInWithIdp", ["pendingToken": text], key, tenant)
        },
        Kind(name: "the result of the handler page", refusals: ["INVALID_IDP_RESPONSE"], missing: "INVALID_IDP_RESPONSE") { stage in
            let result = try await stage.resultOfTheHandler()
            return String(result.url.split(separator: "authResult=").last?.prefix { $0 != "&" } ?? "")
        } show: { stage, text, key, tenant in
            let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let body: [String: any Sendable] = [
                "requestUri": "https://auth.example.org/__/auth/handler?authResult=" + escaped,
                "sessionId": "a session id of at least 128 bits \(stage.number)",
            ]
            return try await call(stage, "v1/accounts:signInWithIdp", body, key, tenant)
        },
        Kind(name: "the session info of a phone code", refusals: ["INVALID_SESSION_INFO"], missing: "MISSING_SESSION_INFO") { stage in
            let proof = try await stage.phoneProof()
            return try #require(proof["sessionInfo"] as? String)
        } show: { stage, text, key, tenant in
            let code = try await stage.lastMessage()
            return try await call(stage, "v1/accounts:signInWithPhoneNumber", ["sessionInfo": text, "code": code], key, tenant)
        },
    ]

    private static func changes(of text: String) -> [(String, String)] {
        let letters = Array(text)
        var rows = stride(from: 0, to: letters.count, by: max(1, letters.count / 6)).map { place in
            var changed = letters
            changed[place] = changed[place] == "A" ? "B" : "A"
            return ("letter \(place)", String(changed))
        }
        rows += [
            ("cut short", String(text.dropLast())), ("without its beginning", String(text.dropFirst())), ("a letter more", text + "A"),
            ("a space before", " " + text), ("a space after", text + " "), ("a line end", text + "\n"), ("padding", text + "="),
            ("twice", text + text), ("small letters", text.lowercased()), ("large letters", text.uppercased()),
            ("a zero byte", text + "\u{0}"),
            ("a wildcard", "%"), ("every letter a wildcard", String(repeating: "_", count: text.count)), ("quoted", "'" + text + "'"),
            ("an injection", text + "' OR '1'='1"), ("escapes", text.map { "%" + String($0.asciiValue ?? 0, radix: 16) }.joined()),
            ("very long", String(repeating: text, count: 200)), ("backwards", String(text.reversed())),
            ("unsigned", "eyJhbGciOiJub25lIn0.e30."),
        ]
        return rows.filter { $0.1 != text }
    }

    @Test func changedTokensAreRejected() async throws {
        let server = try await Stage.server()
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { [clock = server.clock] in clock.now })
        let (elsewhere, otherKey) = try await setup.create("elsewhere", displayName: "Elsewhere")
        var open = elsewhere
        open.settings = Stage.settings
        let opened = open
        try await server.store.write { try $0.update(opened) }
        try await server.makeTenant("customer")
        try await server.run { caller in
            let stage = try await Stage(server, caller, try await Administering(server, caller), number: 1, inTenant: false)
            try await stage.haveTOTP()
            try await stage.havePhone()
            var issued: [String] = []
            for kind in Self.kinds { issued.append(try await kind.issue(stage)) }
            for (index, kind) in Self.kinds.enumerated() {
                let good = issued[index]
                let others = issued.enumerated().filter { $0.offset != index && !kind.reads.contains(Self.kinds[$0.offset].name) }
                    .map { ("in place of it \(Self.kinds[$0.offset].name)", $0.element) }
                for (sentence, text) in Self.changes(of: good) + others {
                    let reply = try await kind.show(stage, text, caller.apiKey, nil)
                    let code = reply.error ?? ""
                    #expect(
                        reply.status == .badRequest && kind.refusals.contains(code),
                        "\(kind.name), \(sentence): \(reply.status.code) \(reply.text.prefix(300))")
                }
                let none = try await kind.show(stage, "", caller.apiKey, nil)
                #expect(none.error == kind.missing, "\(kind.name), empty: \(none.text.prefix(300))")
                let foreign = try await kind.show(stage, good, otherKey.text, nil)
                #expect(
                    foreign.status.code >= 400 && foreign.status.code < 500, "\(kind.name), in another project: \(foreign.text.prefix(300))"
                )
                let inTenant = try await kind.show(stage, good, caller.apiKey, "customer")
                // A refresh token identifies its account itself, as Google's does.
                if index > 0 {
                    #expect(
                        inTenant.status.code >= 400 && inTenant.status.code < 500, "\(kind.name), in a tenant: \(inTenant.text.prefix(300))"
                    )
                }
            }
            // None of these requests has used one up. The password code is only read.
            for (index, kind) in Self.kinds.enumerated() {
                let reply = try await kind.show(stage, issued[index], caller.apiKey, nil)
                #expect(reply.status == .ok, "\(kind.name), afterwards: \(reply.text.prefix(300))")
            }
        }
    }

    /// An administrator's access token; invisible characters are trimmed from a header, and the scheme's name is case-insensitive.
    @Test func changedAccessTokensAreRejected() async throws {
        let server = try await TestServer()
        let good = try await server.administratorToken()
        try await server.run { caller in
            func request(_ token: String) async throws -> Reply {
                try await caller.administer(.post, "/v1/projects/default/accounts:lookup", ["localId": ["x"]], token: token)
            }
            for (sentence, text) in Self.changes(of: good) where text.unicodeScalars.allSatisfy({ (0x21...0x7e).contains($0.value) }) {
                let reply = try await request(text)
                #expect(reply.status == .unauthorized, "\(sentence)")
            }
            let afterwards = try await request(good)
            #expect(afterwards.status == .ok)
        }
    }
}
