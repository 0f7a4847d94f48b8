import Foundation
import HTTPTypes
package import LatchkeyOAuth
import LatchkeyProviders
import Synchronization

/// A mock of Twitter and GitHub with tokens, users and apps, which fails on request.
package final class PlayedProvider: ProviderTransport {
    package init() {}

    package struct Person: Sendable {
        package var id: String
        package var name: String
        package var username: String
        package var email: String?

        package init(id: String, name: String, username: String, email: String? = nil) {
            self.id = id
            self.name = name
            self.username = username
            self.email = email
        }
    }

    private struct State {
        var people: [String: Person] = [:]
        var foreignTokens: Set<String> = []
        var failure: ProviderReply?
        var requests: [String] = []
        var codes: [String: String] = [:]
        var lastRequestToken = ""
        var others: [@Sendable (ProviderRequest) -> ProviderReply?] = []
    }

    private let state = Mutex(State())

    /// Adds a user with an access token.
    package func add(_ person: Person, token: String, issuedToUs: Bool = true) {
        state.withLock {
            $0.people[token] = person
            if !issuedToUs { $0.foreignTokens.insert(token) }
        }
    }

    /// Adds a GitHub code or Twitter verifier that is exchanged for a token.
    package func add(code: String, for token: String) { state.withLock { $0.codes[code] = token } }

    /// Adds a handler for other requests.
    package func play(_ other: @escaping @Sendable (ProviderRequest) -> ProviderReply?) { state.withLock { $0.others.append(other) } }

    package func fail(with reply: ProviderReply?) { state.withLock { $0.failure = reply } }

    /// Method and path of each request so far.
    package var requests: [String] { state.withLock { $0.requests } }

    /// The `state` inside the callback of the last request for a request token.
    package func stateOfLastRequestToken() throws -> String {
        String(try callbackOfLastRequestToken().split(separator: "=").last ?? "")
    }

    /// The callback of the last request for a request token.
    package func callbackOfLastRequestToken() throws -> String {
        let authorization = state.withLock { $0.lastRequestToken }
        return try OAuth1AuthorizationHeader(parsing: authorization).parameters["oauth_callback"] ?? ""
    }

    package func send(_ request: ProviderRequest, within deadline: Duration) async throws -> ProviderReply {
        let path = String((request.head.path ?? "").prefix { $0 != "?" })
        return state.withLock { state in
            state.requests.append("\(request.head.method) \(path)")
            if path == "/oauth/request_token" { state.lastRequestToken = request.head.headerFields[.authorization] ?? "" }
            if let failure = state.failure { return failure }
            for other in state.others {
                if let reply = other(request) { return reply }
            }
            return Self.respond(to: request, path, state)
        }
    }

    private static func respond(to request: ProviderRequest, _ path: String, _ state: State) -> ProviderReply {
        let authorization = request.head.headerFields[.authorization] ?? ""
        let body = String(decoding: request.body, as: UTF8.self)
        switch path {
        case "/oauth/request_token":
            return form("oauth_token=request-token&oauth_token_secret=request-secret&oauth_callback_confirmed=true")
        case "/oauth/access_token":
            guard let code = state.codes.first(where: { authorization.contains($0.key) || body.contains($0.key) }) else {
                return json(401, #"{"errors":[{"code":89,"message":"Invalid or expired token."}]}"#)
            }
            return form("oauth_token=\(code.value)&oauth_token_secret=token-secret&user_id=1&screen_name=x")
        case "/1.1/account/verify_credentials.json":
            guard let (token, person) = state.people.first(where: { authorization.contains("oauth_token=\"\($0.key)\"") }),
                !state.foreignTokens.contains(token)
            else {
                return json(401, #"{"errors":[{"code":89,"message":"Invalid or expired token."}]}"#)
            }
            return json(200, twitterUser(person))
        case "/login/oauth/access_token":
            guard let code = state.codes.first(where: { body.contains($0.key) }) else {
                return json(200, #"{"error":"bad_verification_code","error_description":"The code passed is incorrect or expired."}"#)
            }
            return json(200, #"{"access_token":"\#(code.value)","expires_in":28800,"scope":"user:email","token_type":"bearer"}"#)
        case let path where path.hasPrefix("/applications/"):
            guard let (token, person) = state.people.first(where: { body.contains($0.key) }), !state.foreignTokens.contains(token) else {
                return json(404, #"{"message":"Not Found"}"#)
            }
            return json(
                200,
                #"{"id":1,"token":"\#(token)","scopes":["user:email"],"app":{"client_id":"our-github.com-key","name":"x","url":"x"},"user":\#(gitHubUser(person))}"#
            )
        case "/user":
            guard let (_, person) = state.people.first(where: { authorization.hasSuffix($0.key) }) else { return badCredentials }
            return json(200, gitHubUser(person))
        case "/user/emails":
            guard let (_, person) = state.people.first(where: { authorization.hasSuffix($0.key) }) else { return badCredentials }
            let emails = person.email.map { #"{"email":"\#($0)","primary":true,"verified":true,"visibility":null}"# } ?? ""
            return json(200, "[\(emails)]")
        default: return json(404, #"{"message":"Not Found"}"#)
        }
    }

    private static let badCredentials = json(401, #"{"message":"Bad credentials"}"#)

    private static func twitterUser(_ person: Person) -> String {
        let email = person.email.map { "\"\($0)\"" } ?? "null"
        return """
            {"id":\(person.id),"id_str":"\(person.id)","name":"\(person.name)","screen_name":"\(person.username)","email":\(email),\
            "profile_image_url_https":"https://images.test/\(person.id)_normal.jpg"}
            """
    }

    private static func gitHubUser(_ person: Person) -> String {
        """
        {"id":\(person.id),"login":"\(person.username)","name":"\(person.name)","email":null,\
        "avatar_url":"https://images.test/\(person.id).png","type":"User"}
        """
    }

    package static func json(_ status: Int, _ text: String) -> ProviderReply {
        ProviderReply(status: .init(code: status), headerFields: [.contentType: "application/json"], body: Array(text.utf8))
    }

    private static func form(_ text: String) -> ProviderReply {
        ProviderReply(status: .ok, headerFields: [.contentType: "application/x-www-form-urlencoded"], body: Array(text.utf8))
    }
}
