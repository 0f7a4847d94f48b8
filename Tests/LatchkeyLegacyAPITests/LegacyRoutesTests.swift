import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyServer

/// The HTTP routes of Simple Login and Firebase 2.x, as original clients call them.
@Suite struct LegacyRoutesTests {
    private func server(_ edit: (inout ProjectSettings) -> Void = { _ in }) async throws -> DatabaseServer {
        try await DatabaseServer.servingLegacy { settings in
            settings.oneAccountPerEmail = false
            edit(&settings)
        }
    }

    /// The value of `auth` for a token, as the database reports it.
    private func auth(_ token: String?, _ server: DatabaseServer) async throws -> [String: ClaimValue] {
        let secrets = DatabaseSecrets(store: server.server.store, sealer: server.server.sealer, now: { server.server.clock.now })
        return try await secrets.check(#require(token), of: server.server.project.id).token.data
    }

    /// The MD5 of ada@example.org.
    private static let hash = "5bfcf2d8e394674550332640d72db509"

    @Test func simpleLoginFromMakingToRemoving() async throws {
        let server = try await server()
        try await server.server.run { caller in
            let ada = "email=ada%40example.org&password=lovelace"
            let made = try await caller.legacyGet("/auth/firebase/create?firebase=default&mobile=ios&transport=json&\(ada)")
            #expect(made.status == .ok && made.member("user", "uid") == "simplelogin:1", "\(made.text)")
            #expect(made["token"] == nil)
            let again = try await caller.legacyGet("/auth/firebase/create?firebase=default&\(ada)")
            #expect(again.legacyError == "EMAIL_TAKEN" && again.member("error", "message")?.hasSuffix("is already in use.") == true)
            #expect(made.member("user", "md5_hash") == Self.hash && made.member("user", "id") == "1")
            let login = try await caller.legacyGet("/auth/firebase?firebase=default&\(ada)")
            #expect(login.headers[.cacheControl] == "no-store" && login.headers[.xContentTypeOptions] == "nosniff")
            #expect(login.member("user", "md5_hash") == Self.hash && login.member("user", "email") == "ada@example.org")
            let auth = try await auth(login["token"], server)
            #expect(
                auth == [
                    "uid": .string("simplelogin:1"), "provider": .string("password"), "id": .string("1"),
                    "email": .string("ada@example.org"),
                ])
            let changed = try await caller.legacyGet(
                "/auth/firebase/update?firebase=default&email=ada%40example.org&oldPassword=lovelace&newPassword=countess")
            #expect(changed.text == "{}")
            #expect(try await caller.legacyGet("/auth/firebase?firebase=default&\(ada)").legacyError == "INVALID_PASSWORD")
            let reset = try await caller.legacyGet("/auth/firebase/reset_password?firebase=default&email=ada%40example.org")
            #expect(reset.text == "{}")
            let removed = try await caller.legacyGet("/auth/firebase/remove?firebase=default&email=ada%40example.org&password=countess")
            #expect(removed.legacyError == nil)
        }
    }

    @Test func firebase2SendsTheMethodAsAParameter() async throws {
        let server = try await server { $0.enumerationProtection = false }
        try await server.server.run { caller in
            let made = try await caller.legacyGet("/v2/default/users?_method=POST&email=ada%40example.org&password=lovelace&v=js-2.1.0")
            #expect(made["uid"] == "simplelogin:1", "\(made.text)")
            #expect(
                try await caller.legacyGet("/v2/default/users?email=b%40example.org&password=lovelace").legacyError == "INVALID_ARGUMENTS")
            let login = try await caller.legacyGet("/v2/default/auth/password?email=ada%40example.org&password=lovelace")
            #expect(
                login["uid"] == "simplelogin:1" && login["provider"] == "password" && login.member("password", "email") == "ada@example.org"
            )
            #expect(login.member("password", "profileImageURL") == "https://secure.gravatar.com/avatar/\(Self.hash)?d=retro")
            #expect(try await auth(login["token"], server) == ["uid": .string("simplelogin:1"), "provider": .string("password")])
            let user = "/v2/default/users/ada%40example.org"
            #expect(try await caller.legacyGet("\(user)/password?_method=PUT&oldPassword=lovelace&password=countess").text == "{}")
            #expect(try await caller.legacyGet("\(user)/email?_method=PUT&password=countess&email=c%40example.org").text == "{}")
            let gone = try await caller.legacyGet("\(user)?_method=DELETE&password=countess")
            #expect(gone.legacyError == "INVALID_USER")
            #expect(
                try await caller.legacyGet("/v2/default/users/c%40example.org?_method=DELETE&password=countess")["uid"] == "simplelogin:1")
        }
    }

    @Test func aFormIsTheSaferWay() async throws {
        let server = try await server()
        try await server.server.run { caller in
            let made = try await caller.send(
                .post, "/v2/default/users", headers: [.contentType: "application/x-www-form-urlencoded"],
                body: "email=ada%40example.org&password=lovelace")
            #expect(made["uid"] == "simplelogin:1", "\(made.text)")
            let login = try await caller.send(
                .post, "/v2/default/auth/password", headers: [.contentType: "application/json"],
                body: #"{"email":"ada@example.org","password":"lovelace"}"#)
            #expect(login["uid"] == "simplelogin:1", "\(login.text)")
        }
    }

    @Test func providersTokensSignIn() async throws {
        let server = try await server()
        try await server.server.run { caller in
            let twitter = try await caller.legacyGet(
                "/auth/twitter/token?firebase=default&oauth_token=t-ada&oauth_token_secret=s&user_id=1&screen_name=x")
            #expect(twitter.member("user", "uid") == "twitter:9007199254740993", "whose token it is, Twitter says: \(twitter.text)")
            #expect(twitter.member("user", "username") == "ada" && twitter.member("user", "id") == "9007199254740993")
            let gitHub = try await caller.legacyGet("/v2/default/auth/github/token?access_token=g-ada")
            #expect(gitHub["uid"] == "github:17" && gitHub.member("github", "accessToken") == "g-ada", "\(gitHub.text)")
            #expect(try await auth(gitHub["token"], server) == ["uid": .string("github:17"), "provider": .string("github")])
            let anonymous = try await caller.legacyGet("/v2/default/auth/anonymous")
            #expect(anonymous["uid"]?.hasPrefix("anonymous:") == true)
            #expect(try await caller.legacyGet("/v2/default/auth/github/token?access_token=wrong").legacyError == "INVALID_CREDENTIALS")
            #expect(try await caller.legacyGet("/v2/default/auth/github/token").legacyError == "INVALID_ARGUMENTS")
            #expect(try await caller.legacyGet("/v2/default/auth/myspace/token?access_token=x").legacyError == "INVALID_PROVIDER")
            #expect(try await caller.legacyGet("/auth/facebook/token?firebase=default&access_token=x").legacyError == "INVALID_PROVIDER")
            #expect(try await caller.legacyGet("/v2/default/auth/twitter/reverse").legacyError == "AUTHENTICATION_DISABLED")
        }
    }

    /// A token contains its session, and ends with it.
    @Test func aTokenEndsWithItsSession() async throws {
        let server = try await server { $0.legacy.sessionSeconds = 5000 }
        let token = try await server.server.run { caller in
            try await caller.legacyGet("/v2/default/auth/github/token?access_token=g-ada")["token"]
        }
        _ = try await auth(token, server)
        server.server.clock.advance(bySeconds: 5000)
        await #expect(throws: LegacyTokenError.self) { try await auth(token, server) }

        let second = try await server.server.run { caller in
            try await caller.legacyGet("/v2/default/auth/github/token?access_token=g-ada")["token"]
        }
        let realm = Realm(project: server.server.project.id)
        _ = try await server.server.store.write { try $0.deleteSessions(of: "github:17", in: realm, except: nil) }
        await #expect(throws: LegacyTokenError.self) { try await auth(second, server) }
    }

    /// A project with disabled routes looks like a server without such paths.
    @Test(arguments: [
        "/auth/anonymous?firebase=default", "/auth/anonymous", "/auth/firebase?firebase=default&%zz", "/v2/default/auth/anonymous",
        "/v2/nobody/auth/anonymous", "/v2/default/users?_method=POST&email=ada@example.org&password=lovelace",
        "/v2/default/auth/anonymous?callback=f",
    ])
    func routesAreOffByDefault(path: String) async throws {
        let server = try await server { $0.legacy.routes = false }
        try await server.server.run { caller in
            let nothing = try await caller.send(.get, "/auth/of/nothing")
            let reply = try await caller.send(.get, path)
            #expect(reply.status == .notFound && reply.text == nothing.text && reply.headers == nothing.headers, "\(reply.text)")
        }
        #expect(try await server.server.account("ada@example.org") == nil)
    }

    @Test(arguments: ["callback=f", "transport=jsonp"]) func invalidCallbackGetsJSON(query: String) async throws {
        let server = try await server()
        let reply = try await server.server.run { try await $0.legacyGet("/auth/anonymous?firebase=default&\(query)") }
        #expect(reply.legacyError == "INVALID_ARGUMENTS")
        #expect(reply.headers[.contentType]?.hasPrefix("application/json") == true)
    }

    @Test func projectWithoutASecretReportsItsConfiguration() async throws {
        let server = try await server()
        try await server.server.store.write { _ = try $0.revokeDatabaseSecret(server.secret.fingerprint, at: server.server.clock.now) }
        let reply = try await server.server.run { try await $0.legacyGet("/v2/default/auth/anonymous") }
        #expect(reply.legacyError == "INVALID_CONFIGURATION" && !reply.text.contains("latchkey"), "strangers run no commands here")
        let events = try await server.server.store.read { try $0.events(of: server.server.project.id, subject: nil, limit: 9) }
        #expect(events.isEmpty, "no unusable account is created")
    }

    /// Clients that can send a method other than GET have stated what they mean; a HEAD has no effect.
    @Test func methodParameterAppliesToGETOnly() async throws {
        let server = try await server { $0.enumerationProtection = false }
        try await server.server.run { caller in
            let ada = "email=ada%40example.org&password=lovelace"
            let posted = try await caller.send(.post, "/v2/default/users?_method=DELETE&\(ada)")
            #expect(posted["uid"] == "simplelogin:1", "\(posted.text)")
            let user = "/v2/default/users/ada%40example.org?password=lovelace"
            #expect(try await caller.send(.post, "\(user)&_method=DELETE").status == .notFound)
            for method in ["POST", "GET", "HEAD", "PATCH", "%20"] {
                #expect(try await caller.legacyGet("\(user)&_method=\(method)").legacyError == "INVALID_ARGUMENTS", "\(method)")
            }
            _ = try await caller.send(.head, "\(user)&_method=DELETE")
            _ = try await caller.send(.head, "/auth/firebase/remove?firebase=default&\(ada)")
            #expect(try await caller.legacyGet("/auth/firebase/remove?_method=DELETE&firebase=default&\(ada)").legacyError != nil)
            #expect(try await server.server.account("ada@example.org") != nil)
            let gone = try await caller.send(.delete, user)
            #expect(gone["uid"] == "simplelogin:1", "\(gone.text)")
        }
    }

    @Test func addressOfAnotherAccountIsTaken() async throws {
        let server = try await server { $0.oneAccountPerEmail = true }
        try await server.server.run { caller in
            _ = try await caller.legacyGet("/v2/default/auth/twitter/token?oauth_token=t-ada&oauth_token_secret=s")
            let gitHub = try await caller.legacyGet("/v2/default/auth/github/token?access_token=g-ada")
            #expect(gitHub.legacyError == "EMAIL_TAKEN", "\(gitHub.text)")
        }
    }
}
