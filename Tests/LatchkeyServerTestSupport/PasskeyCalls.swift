import Foundation
import HTTPTypes
import LatchkeySecrets
package import LatchkeyTestSupport
import Testing

extension TestServer.Caller {
    /// A new account with an email address and a password.
    package func signUp(_ email: String = "ada@example.org") async throws -> Reply {
        try await call("accounts:signUp", ["email": email, "password": "lovelace"])
    }

    /// One of the four calls, from the server's own origin by default.
    package func passkeys(
        _ name: String, _ body: [String: any Sendable], origin: String? = "https://auth.example.org"
    ) async throws -> Reply {
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.origin] = origin
        return try await send(.post, "/v2/accounts/\(name)?key=\(apiKey)", headers: headers, body: text)
    }

    /// Adds a passkey to the account of an ID token.
    package func enrol(
        _ idToken: String?, _ authenticator: inout ScriptedAuthenticator, name: String? = nil,
        origin: String? = "https://auth.example.org"
    ) async throws -> Reply {
        let start = try await passkeys("passkeyEnrollment:start", ["idToken": idToken], origin: origin)
        let creation = try start.options("credentialCreationOptions")
        authenticator.relyingPartyID = try #require((creation["rp"] as? [String: Any])?["id"] as? String)
        let handle = try #require((creation["user"] as? [String: Any])?["id"] as? String)
        authenticator.userHandle = try #require(Base64URL.decode(handle))
        let registration = authenticator.register(try #require(creation["challenge"] as? String))
        return try await passkeys(
            "passkeyEnrollment:finalize",
            ["idToken": idToken, "authenticatorRegistrationResponse": registration.json, "name": name], origin: origin)
    }

    package func passkeyChallenge(origin: String? = "https://auth.example.org") async throws -> String {
        let start = try await passkeys("passkeySignIn:start", [:], origin: origin)
        return try #require(try start.options("credentialRequestOptions")["challenge"] as? String)
    }

    package func signIn(_ authenticator: ScriptedAuthenticator, origin: String? = "https://auth.example.org") async throws -> Reply {
        let assertion = try authenticator.sign(try await passkeyChallenge(origin: origin))
        return try await passkeys(
            "passkeySignIn:finalize", ["authenticatorAuthenticationResponse": assertion.json], origin: origin)
    }
}

extension Reply {
    /// The options for the browser.
    package func options(_ name: String) throws -> [String: Any] {
        try #require(json[name] as? [String: Any], "\(text)")
    }

    package static func claims(of idToken: String?) throws -> [String: Any] {
        let part = try #require(idToken).split(separator: ".")[1]
        let bytes = try #require(Base64URL.decode(String(part)))
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
}
