import HTTPTypes
import Hummingbird
import LatchkeyWeb

/// Answers at the port for HTTP-01: challenges of the certificate authority, and redirects to https.
struct HTTPChallengeResponder: HTTPResponder {
    typealias Context = ServerContext

    let answers: ChallengeAnswers
    /// The origin that redirects lead to. It never comes from the request, because a client could name any host.
    let origin: String

    static let prefix = "/.well-known/acme-challenge/"

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let isRead = [.get, .head].contains(request.method)
        let path = request.uri.path
        if path.hasPrefix(Self.prefix) {
            guard isRead else { return Self.notAllowed }
            guard let text = answers.text(for: String(path.dropFirst(Self.prefix.count))) else { return Response(status: .notFound) }
            return Response(
                status: .ok, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
                body: request.method == .head ? .init() : .init(byteBuffer: ByteBuffer(string: text)))
        }
        // A redirect of other methods would hide that passwords were sent without TLS.
        guard isRead else { return Self.notAllowed }
        let target = (path.hasPrefix("/") ? path : "/") + (request.uri.query.map { "?" + $0 } ?? "")
        return Response(status: .permanentRedirect, headers: [.location: origin + target, .contentLength: "0"])
    }

    private static var notAllowed: Response { Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"]) }
}
