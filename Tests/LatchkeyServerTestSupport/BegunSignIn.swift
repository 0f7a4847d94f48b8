import Foundation
import HTTPTypes
package import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// A sign-in that an app began at the handler page: the URL that the user was sent to, and the cookie.
package struct BegunSignIn {
    package static let sessionID = "a session id of at least 128 bits"

    package let location: String
    package let cookie: String
    package var state: String { (try? Parameters(queryOf: location))?["state"] ?? "" }

    /// The URL at which it begins. It returns to a loopback port, or to an app if its ID is given.
    package static func address(_ more: [String: String] = [:], key: String, provider: String = "github.com") -> String {
        var query = [
            "apiKey": key, "authType": "signInWithRedirect", "redirectUrl": "http://127.0.0.1:5555/random", "eventId": "EVENT",
            "sessionId": Fingerprint(of: sessionID).hex, "providerId": provider, "scopes": "", "v": "test",
        ]
        query.merge(more) { _, new in new }
        if more["appId"] != nil { query["redirectUrl"] = nil }
        return "/__/auth/handler?"
            + query.sorted { $0.key < $1.key }.map { $0.key + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    }

    package static func start(
        _ caller: TestServer.Caller, provider: String = "github.com", _ more: [String: String] = [:]
    ) async throws -> BegunSignIn {
        let reply = try await caller.send(.get, address(more, key: caller.apiKey, provider: provider))
        #expect(reply.status == .seeOther, "\(reply.text)")
        let cookie = try #require(reply.headers[.setCookie]).prefix { $0 != ";" }
        return BegunSignIn(location: try #require(reply.headers[.location]), cookie: String(cookie))
    }
}

extension Parameters {
    /// The parameters of a URL.
    package init(queryOf url: String) throws {
        try self.init(formEncoded: String(url.split(separator: "?", maxSplits: 1).last ?? ""))
    }
}
