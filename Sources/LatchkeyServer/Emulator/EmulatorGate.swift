import HTTPTypes
import Hummingbird
import LatchkeyWeb
import LatchkeyWire
import Logging

/// Keeps web pages out that the developer only visits: in this mode nobody proves anything, so who may ask is all there is.
///
/// Two headers are looked at that a page cannot forge. `Origin` has to be one of this machine, the server's own or one that was allowed
/// at the start; programs send none. `Host` has to be a name of this machine, or a page could give its own name to the server's
/// address after it was loaded (DNS rebinding); with `--emulator-allow-network` also an address, or a name that nobody can register.
struct EmulatorGate: RouterMiddleware {
    typealias Context = ServerContext

    let emulation: Emulation
    let publicAddress: PublicAddress

    private static let fetchSite = HTTPField.Name("sec-fetch-site")
    private static let fetchMode = HTTPField.Name("sec-fetch-mode")
    private static let referer = HTTPField.Name("referer")

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let refusal = refusal(authority: request.head.authority, headers: request.headers) else {
            let scheme = publicAddress.url.prefix { $0 != ":" }
            return try await Emulator.$askedAt.withValue(request.head.authority.map { scheme + "://" + $0 }) {
                try await next(request, context)
            }
        }
        context.logger.warning(
            "the emulator refused a stranger", metadata: ["path": "\(LoggedPath.text(request.uri.path))", "why": "\(refusal)"])
        return try Response.json(
            WireErrorEnvelope(
                code: 403, message: refusal, errors: [.init(message: refusal, reason: "forbidden")], status: "PERMISSION_DENIED"),
            status: .forbidden)
    }

    /// Why a request is not answered; nil for one that is.
    func refusal(authority: String?, headers: HTTPFields) -> String? {
        if let authority {
            guard let asked = WebOrigin("http://" + authority), isOwn(asked) else {
                return "The emulator does not answer under the name \(authority.prefix(100)). Open it as 127.0.0.1 or localhost, or start"
                    + " it with --emulator-allow-network, or with this name in --public-url."
            }
        }
        // A form on a page that keeps its address to itself, as ours do, comes from nowhere by its origin.
        if let name = Self.fetchSite, headers[.origin] == "null", headers[name] == "same-origin" { return nil }
        if let origin = headers[.origin] {
            guard isOwn(origin: origin, asked: authority) else {
                return "The emulator does not answer pages of \(origin.prefix(100)). Start it with --emulator-allow-origin and this"
                    + " origin if the page is yours."
            }
            return nil
        }
        // What a page embeds carries no origin; browsers say at least that it comes from elsewhere, and mostly from which page. That a
        // page may withhold, but not forge.
        if let name = Self.fetchSite, let mode = Self.fetchMode, headers[name] == "cross-site", headers[mode] != "navigate" {
            if let page = Self.referer.flatMap({ headers[$0] }), isOwn(origin: page, asked: authority) { return nil }
            return "The emulator does not answer what pages of other sites embed."
        }
        return nil
    }

    private func isOwn(origin: String, asked authority: String?) -> Bool {
        guard let asking = WebOrigin(origin) else { return false }
        if Self.isLoopback(asking.host) || emulation.allowedOrigins.contains(asking.text) { return true }
        if let own = WebOrigin(publicAddress.url), own.host == asking.host { return true }
        // A page that came from the address at which the server was asked is on the same machine; of a name that would prove nothing.
        guard emulation.allowsNetwork, let authority, let asked = WebOrigin("http://" + authority) else {
            return false
        }
        return asking.host == asked.host && Self.isAddress(asking.host)
    }

    private func isOwn(_ asked: WebOrigin) -> Bool {
        if Self.isLoopback(asked.host) { return true }
        if let own = WebOrigin(publicAddress.url), own.host == asked.host { return true }
        return emulation.allowsNetwork && (Self.isAddress(asked.host) || Self.isUnregistrable(asked.host))
    }

    static func isLoopback(_ host: String) -> Bool {
        host.hasSuffix(".localhost") || AddressRange.isLoopback(Self.bare(host))
    }

    private static func isAddress(_ host: String) -> Bool { AddressRange(bare(host)) != nil }

    private static func bare(_ host: String) -> String {
        host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }

    /// Names of containers and home networks: no dot, or an ending that no registry sells (RFC 6761, RFC 6762, RFC 8375).
    private static func isUnregistrable(_ host: String) -> Bool {
        !host.contains(".") || [".local", ".internal", ".test", ".home.arpa"].contains { host.hasSuffix($0) }
    }
}
