package import HTTPTypes
package import Hummingbird
import Mustache
import NIOCore
import Synchronization

/// Renders templates as pages with a restrictive content security policy.
package final class PageRenderer: Sendable {
    private let templates: [(String, String)]
    /// The parsed templates; `nil` before the first page. Parsing takes a fifth of the time of a start, and a server that only answers apps
    /// shows no page.
    private let library = Mutex<MustacheLibrary?>(nil)

    /// Creates a renderer.
    ///
    /// - Parameter templates: The templates of the modules, by name.
    package init(templates: [(String, String)]) {
        self.templates = templates
    }

    /// Returns the parsed templates.
    ///
    /// - Throws: An error if a template is invalid.
    func parsed() throws -> MustacheLibrary {
        try library.withLock { library in
            if let library { return library }
            var parsed: [String: MustacheTemplate] = [:]
            for (name, text) in PageTemplates.all + PageFiles.templates + templates { parsed[name] = try PageText.template(text) }
            let made = MustacheLibrary(templates: parsed)
            library = made
            return made
        }
    }

    /// Renders a page.
    ///
    /// - Parameter script: Whether the page may run this server's scripts.
    /// - Throws: ``MissingTemplate``, or an error if a template is invalid.
    package func page(_ name: String, _ content: Any, status: HTTPResponse.Status = .ok, script: Bool = false) throws -> Response {
        guard let html = try parsed().render(content, withTemplate: name) else { throw MissingTemplate(name: name) }
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"], body: .init(byteBuffer: ByteBuffer(string: html)))
        response.protectPage(script: script)
        return response
    }
}

/// The error of a page whose template is not part of the program. The log has its name; the client gets status 500.
package struct MissingTemplate: Error {
    let name: String
}

extension Response {
    /// Sets the headers of every page and redirect of a sign-in: no caching, framing, content sniffing, referrer or scripts.
    ///
    /// - Parameter script: Whether the page may load this server's scripts, which may send requests to it. Inline scripts stay forbidden.
    package mutating func protectPage(script: Bool = false) {
        headers[.cacheControl] = "no-store"
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
            + (script ? "; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'" : "")
        headers[.xContentTypeOptions] = "nosniff"
        if let name = HTTPField.Name("referrer-policy") { headers[name] = "no-referrer" }
        if let name = HTTPField.Name("x-frame-options") { headers[name] = "DENY" }
    }

    /// Returns a redirect without a referrer. The status is 303, so that a POST is not repeated at the target.
    package static func seeOther(_ url: String) -> Response {
        var response = Response(status: .seeOther, headers: [.location: url])
        response.protectPage()
        return response
    }
}
