package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `projects/{project}:createSessionCookie`, for administrators. It is not an ``Endpoint``, because an API key must not give access.
package struct CreateSessionCookieEndpoint: Sendable {
    /// The call name after the project (and the tenant) in the path.
    package static let name = "createSessionCookie"
    package static let words = APIWords(
        "createSessionCookie", .users, "Exchanges an ID token for a session cookie",
        """
        Returns a session cookie, a signed token like the ID token, for a recent sign-in. `validDuration` is in seconds, from 5 \
        minutes to 14 days. Firebase's `projects.createSessionCookie`.
        """,
        required: ["idToken"], errors: .session + [.missingIDToken, .invalidDuration],
        request: #"{"idToken":"eyJ…","validDuration":432000}"#,
        reply: #"{"sessionCookie":"eyJ…"}"#)

    package let cookies: SessionCookies

    package init(cookies: SessionCookies) {
        self.cookies = cookies
    }

    /// - Parameter caller: The project and tenant of the path, and the administrator's client.
    package func respond(to input: CreateSessionCookieRequest, from caller: Caller) async throws -> CreateSessionCookieReply {
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        var seconds = input.validDuration ?? SessionCookies.durationRangeSeconds.upperBound
        // Google's emulator treats 0 as an absent duration.
        if seconds == 0, caller.project.policies.isLenient { seconds = SessionCookies.durationRangeSeconds.upperBound }
        return CreateSessionCookieReply(
            sessionCookie: try await cookies.make(from: idToken, lastingSeconds: seconds, caller: caller).expose())
    }
}
