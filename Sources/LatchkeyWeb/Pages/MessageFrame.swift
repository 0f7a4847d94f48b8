import HTTPTypes
package import Hummingbird
import NIOCore

/// A mail as a document of its own, for the frame in which a page shows it: it may run nothing, load nothing and be nobody.
package enum MessageFrame {
    /// - Parameter leads: Whether its links open in place of the page around it.
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
    /// Lets a page show our own documents in frames.
    package mutating func allowFrames() { headers[.contentSecurityPolicy] = (headers[.contentSecurityPolicy] ?? "") + "; frame-src 'self'" }
}
