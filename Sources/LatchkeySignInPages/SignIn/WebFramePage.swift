import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb
import NIOCore

/// The page at `/__/auth/iframe`: the frame through which Firebase's JavaScript SDK receives the result of a sign-in.
///
/// Only pages on the project's authorized domains may frame it. It communicates only with this server's loader script, which the page must
/// load before the SDK; otherwise the SDK loads Google's.
struct WebFramePage: Sendable {
    let resolver: CallerResolver
    let publicAddress: PublicAddress
    let pages: PageRenderer
    /// The path of a script that communicates with Google's loader, which pages written for Firebase's emulator use. A frame with it is
    /// served at any address; nil on a real server.
    let foreignLoader: String?

    /// The paths of the page. Firebase's JavaScript SDK reaches other hosts than Firebase's only at the emulator's path.
    static let paths = ["/__/auth/iframe", "/emulator/auth/iframe"]
    private static let maxQueryBytes = 4096

    func add(to router: Router<ServerContext>) {
        for path in Self.paths {
            router.get(RouterPath(path)) { request, _ in try await respond(to: request) }
        }
    }

    private func respond(to request: Request) async throws -> Response {
        let text = request.uri.query ?? ""
        guard text.utf8.count <= Self.maxQueryBytes, let query = try? QueryParameters(formEncoded: text), let key = query.only("apiKey"),
            !key.isEmpty
        else {
            return try pages.problem("This frame cannot be shown", "“apiKey” is missing.", status: .badRequest)
        }
        // The handler is at the public address and finds the frame only if the frame is there too.
        if foreignLoader == nil, let url = publicAddress.moving(request) {
            return Response(status: .seeOther, headers: [.location: url, .cacheControl: "no-store"])
        }
        let project: Project
        do {
            project = try await resolver.project(withKey: key)
        } catch is APIKeyError {
            return try pages.problem("This frame cannot be shown", "“apiKey” names no project of this server.", status: .badRequest)
        }
        var response = try pages.page("webflow-frame", Content(foreignLoader: foreignLoader), script: true)
        response.openToFrames(of: project.authorizedDomains, loadsScriptsFromElsewhere: foreignLoader != nil)
        return response
    }

    private struct Content {
        let foreignLoader: String?
        let script = PageAsset.webFrame.address
    }
}

extension Response {
    /// Allows only pages on these domains to frame the response.
    fileprivate mutating func openToFrames(of domains: [String], loadsScriptsFromElsewhere: Bool) {
        if let name = HTTPField.Name("x-frame-options") { headers[name] = nil }
        guard !loadsScriptsFromElsewhere else {
            headers[.contentSecurityPolicy] = nil
            return
        }
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'self'; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script';"
            + " trusted-types 'none'; frame-ancestors " + FrameAncestors.text(domains)
    }
}

/// Authorized domains as the sources of a Content Security Policy.
enum FrameAncestors {
    /// Returns the sources that match ``WebOrigin/isAuthorized(by:)``: `https` on any port, and `http` only for the local machine.
    static func text(_ domains: [String]) -> String {
        if domains.contains(WebOrigin.anyHost) { return "http: https:" }
        let sources = domains.flatMap { domain -> [String] in
            // A policy cannot express addresses in brackets.
            guard let origin = WebOrigin("https://" + domain), origin.port == nil, !origin.host.hasPrefix("["),
                origin.host.allSatisfy(\.isASCII)
            else {
                return []
            }
            let own = WebOrigin("http://" + domain)?.isAuthorized(by: [domain]) == true
            return ["https://\(origin.host):*"] + (own ? ["http://\(origin.host):*"] : [])
        }
        return sources.isEmpty ? "'none'" : sources.joined(separator: " ")
    }
}
