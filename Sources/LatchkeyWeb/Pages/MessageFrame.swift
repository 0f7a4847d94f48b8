import HTTPTypes
package import Hummingbird
import NIOCore

/// A mail as a separate document for a frame on a page. It can run no scripts, load no resources, and has no origin.
package enum MessageFrame {
    /// Creates the document of a mail.
    ///
    /// - Parameter leads: Whether its links open in the top-level page.
    package static func response(_ html: String, leads: Bool) -> Response {
        let shown = leads ? html.replacing("<head>", with: "<head><base target=\"_top\">", maxReplacements: 1) : html
        var response = Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: shown)))
        response.protectPage()
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox"
            + (leads ? " allow-top-navigation-by-user-activation" : "")
        if let name = HTTPField.Name("x-frame-options") { response.headers[name] = "SAMEORIGIN" }
        return response
    }
}

extension Response {
    /// Allows a page to embed this server's documents in frames.
    package mutating func allowFrames() { headers[.contentSecurityPolicy] = (headers[.contentSecurityPolicy] ?? "") + "; frame-src 'self'" }
}
