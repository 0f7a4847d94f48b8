import Hummingbird
import LatchkeyVerifier

/// Checks the ID token of a request, which comes as `Authorization: Bearer TOKEN` (RFC 6750), and refuses requests without a good one.
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
            // The reason is for the log: whoever forges tokens need not be told how far they came.
            context.logger.info("token refused", metadata: ["reason": "\(error)"])
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#],
                message: error.code == .expired ? "The token has expired: ask for a fresh one." : "The token is not good here.")
        } catch let error as TokenVerificationError {
            // Nothing is known about the token, so the person is not sent away.
            context.logger.error("no keys", metadata: ["reason": "\(error)"])
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "5"], message: "Tokens cannot be checked now. Try again.")
        }
        return try await next(request, context)
    }

    /// The name of the scheme is in any case (RFC 9110, section 11.1).
    private static func bearerToken(_ header: String) -> String? {
        let words = header.split(separator: " ")
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }
}
