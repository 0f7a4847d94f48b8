import Hummingbird
import LatchkeyVerifier

/// A middleware that verifies the ID token of a request (`Authorization: Bearer TOKEN`, RFC 6750) and rejects requests without a valid one.
struct IDTokenMiddleware: RouterMiddleware {
    private let verifier: TokenVerifier

    init(_ verifier: TokenVerifier) {
        self.verifier = verifier
    }

    func handle(
        _ request: Request, context: NotesContext, next: (Request, NotesContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.headers[.authorization].flatMap(Self.bearerToken) else {
            throw HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer"], message: "Sign in, and send the ID token.")
        }
        var context = context
        do {
            context.person = try await verifier.verify(idToken: token)
        } catch let error as TokenVerificationError where error.refusesToken {
            // The reason is only logged, so that an attacker does not learn which check failed.
            context.logger.info("token refused", metadata: ["reason": "\(error)"])
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#],
                message: error.code == .expired ? "The token has expired. Refresh it." : "The token is invalid.")
        } catch let error as TokenVerificationError {
            // The token may be valid, so the response is not 401.
            context.logger.error("no keys", metadata: ["reason": "\(error)"])
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"], message: "Tokens cannot be checked now. Try again.")
        }
        return try await next(request, context)
    }

    /// The name of the authentication scheme is case-insensitive (RFC 9110, section 11.1).
    private static func bearerToken(_ header: String) -> String? {
        let words = header.split(separator: " ")
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }
}
