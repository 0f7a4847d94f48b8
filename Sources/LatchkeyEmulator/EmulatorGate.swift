package import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity
package import LatchkeyWeb
import LatchkeyWire
import Logging

/// Blocks requests from web pages of other origins. The emulator verifies no credentials, so the origin of a request is the only
/// protection.
///
/// It checks two headers that a page cannot forge. `Origin` must be one of this machine, the server's own or an allowed one; programs send
/// none. `Host` must be a name of this machine, because a page could point its own name to the server's address after it was loaded (DNS
/// rebinding). With `--emulator-allow-network`, `Host` may also be an address, or a name that cannot be registered.
package struct EmulatorGate: RequestGate {
    package typealias Context = ServerContext

    package let emulation: Emulation
    package let publicAddress: PublicAddress

    package init(emulation: Emulation, publicAddress: PublicAddress) {
        self.emulation = emulation
        self.publicAddress = publicAddress
    }

    private static let fetchSite = HTTPField.Name("sec-fetch-site")
    private static let fetchMode = HTTPField.Name("sec-fetch-mode")
    private static let referer = HTTPField.Name("referer")

    package func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let refusal = refusal(authority: request.head.authority, headers: request.headers) else {
            let scheme = publicAddress.url.prefix { $0 != ":" }
            return try await Emulator.$requestedAt.withValue(request.head.authority.map { scheme + "://" + $0 }) {
                try await next(request, context)
            }
        }
        context.logger.warning(
            "the emulator rejected a request", metadata: ["path": "\(LoggedPath.text(request.uri.path))", "why": "\(refusal)"])
        return try Response.json(
            WireErrorEnvelope(
                code: 403, message: refusal, errors: [.init(message: refusal, reason: "forbidden")], status: "PERMISSION_DENIED"),
            status: .forbidden)
    }

    /// Returns the reason to reject a request; nil if the request is allowed.
    package func refusal(authority: String?, headers: HTTPFields) -> String? {
        if let authority {
            guard let received = WebOrigin("http://" + authority), isOwn(received) else {
                return "The emulator rejects requests for the host \(authority.prefix(100)). Open it as 127.0.0.1 or localhost, or start"
                    + " it with --emulator-allow-network, or with this name in --public-url."
            }
        }
        // Browsers send `Origin: null` for a form on a page without a referrer, such as this server's pages.
        if let name = Self.fetchSite, headers[.origin] == "null", headers[name] == "same-origin" { return nil }
        if let origin = headers[.origin] {
            guard isOwn(origin: origin, received: authority) else {
                return "The emulator rejects requests from pages of \(origin.prefix(100)). Start it with --emulator-allow-origin and this"
                    + " origin if the page is yours."
            }
            return nil
        }
        // Requests for embedded resources have no `Origin`. Browsers send at least `Sec-Fetch-Site`, and usually `Referer`, which a page
        // can suppress but not forge.
        if let name = Self.fetchSite, let mode = Self.fetchMode, headers[name] == "cross-site", headers[mode] != "navigate" {
            if let page = Self.referer.flatMap({ headers[$0] }), isOwn(origin: page, received: authority) { return nil }
            return "The emulator rejects embedded requests from pages of other sites."
        }
        return nil
    }

    private func isOwn(origin: String, received authority: String?) -> Bool {
        // No common browser loads a web site under such an origin.
        if let app = AppOrigin(origin) { return Self.isLoopback(app.host) || emulation.allowedOrigins.contains(app.text) }
        guard let asking = WebOrigin(origin) else { return false }
        if Self.isLoopback(asking.host) || emulation.allowedOrigins.contains(asking.text) { return true }
        if let own = WebOrigin(publicAddress.url), own.host == asking.host { return true }
        // A page from the address that the request was sent to is on the same machine. The same host name would prove nothing.
        guard emulation.allowsNetwork, let authority, let received = WebOrigin("http://" + authority) else {
            return false
        }
        return asking.host == received.host && Self.isAddress(asking.host)
    }

    private func isOwn(_ received: WebOrigin) -> Bool {
        if Self.isLoopback(received.host) { return true }
        if let own = WebOrigin(publicAddress.url), own.host == received.host { return true }
        return emulation.allowsNetwork && (Self.isAddress(received.host) || Self.isUnregistrable(received.host))
    }

    static func isLoopback(_ host: String) -> Bool {
        host.hasSuffix(".localhost") || AddressRange.isLoopback(Self.bare(host))
    }

    private static func isAddress(_ host: String) -> Bool { AddressRange(bare(host)) != nil }

    private static func bare(_ host: String) -> String {
        host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }

    /// Whether a name is one of containers or home networks: without a dot, or with an ending that cannot be registered (RFC 6761, RFC
    /// 6762, RFC 8375).
    private static func isUnregistrable(_ host: String) -> Bool {
        !host.contains(".") || [".local", ".internal", ".test", ".home.arpa"].contains { host.hasSuffix($0) }
    }
}
