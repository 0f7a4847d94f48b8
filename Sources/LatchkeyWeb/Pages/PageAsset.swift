import HTTPTypes
package import Hummingbird
import LatchkeySecrets
import NIOCore

/// A style sheet or script of the pages. Its URL changes with its content, so browsers may cache it indefinitely.
package struct PageAsset: Sendable {
    private let forEveryOrigin: Bool
    private let bytes: [UInt8]
    package let type: String

    package static let consoleStyle = PageAsset(
        joining: ["tokens", "base", "controls", "display", "overlays"].map { "design/\($0).css" }
            + ["frame", "charts", "data", "messages", "rules"].map { "console/\($0).css" },
        as: "console.css", type: "text/css")
    /// ``consoleStyle`` with a class for each state that depends on the pointer or the keyboard, for a page that shows all states at once.
    package static let consoleStates: PageAsset = {
        let classes = [":hover": "is-hover", ":focus-visible": "is-focus", ":active": "is-pressed"]
        let style = classes.reduce(String(decoding: consoleStyle.bytes, as: UTF8.self)) { style, state in
            style.replacing(state.key, with: ":is(\(state.key), .\(state.value))")
        }
        return PageAsset(Array(style.utf8), type: "text/css", at: "/assets/console-states.css")
    }()
    package static let setupScript = PageAsset("setup.js", type: "text/javascript")
    package static let liveScript = PageAsset("live.js", type: "text/javascript")
    package static let rulesScript = PageAsset(
        joining: ["rules/mode.js", "rules/completion.js", "rules/field.js", "rules/editor.js", "rules.js"], as: "rules.js",
        type: "text/javascript")
    package static let importScript = PageAsset("import.js", type: "text/javascript")
    package static let templateScript = PageAsset("template.js", type: "text/javascript")
    package static let dataScript = PageAsset(joining: ["data/forms.js", "data.js"], as: "data.js", type: "text/javascript")
    package static let drawerScript = PageAsset("drawer.js", type: "text/javascript")
    package static let console =
        [consoleStyle, setupScript, liveScript, drawerScript, rulesScript, importScript, templateScript, dataScript]
        + [codeEditorStyle, codeEditorScript].compactMap(\.self)

    /// CodeMirror with its style sheet, which only the rules page loads; `nil` if it was not installed when the program was built.
    package static let codeEditorScript = PageAsset(
        codeEditor: ["codemirror.js", "dialog.js", "matchbrackets.js", "searchcursor.js", "search.js", "show-hint.js"],
        as: "codemirror.js", type: "text/javascript")
    package static let codeEditorStyle = PageAsset(
        codeEditor: ["codemirror.css", "dialog.css", "show-hint.css"], as: "codemirror.css", type: "text/css")

    /// The page of the OpenAPI document.
    package static let docsStyle = PageAsset(
        joining: ["design/tokens.css", "design/base.css", "design/controls.css", "design/display.css", "docs.css"], as: "docs.css",
        type: "text/css")
    package static let docsScript = PageAsset("docs.js", type: "text/javascript")
    package static let docs = [docsStyle, docsScript]

    package static let webDelivery = PageAsset("web-delivery.js", type: "text/javascript")
    package static let webFrame = PageAsset("web-frame.js", type: "text/javascript")
    /// The loader has a fixed URL, because web apps contain it in their pages.
    package static let webLoader = PageAsset("web-loader.js", type: "text/javascript", at: "/__/auth/loader.js")
    package static let webFlow = [webDelivery, webFrame, webLoader]

    /// The icon of every page (`rel="icon"`).
    package static let icon = PageAsset("icon.svg", type: "image/svg+xml")
    package static let signInStyle = PageAsset(joining: ["design/tokens.css", "sign-in.css"], as: "sign-in.css", type: "text/css")
    package static let passkeys = PageAsset("passkeys.js", type: "text/javascript")
    package static let password = PageAsset("password.js", type: "text/javascript")
    /// The sign-in module has a fixed URL, because sites contain it in their pages. Browsers load modules from another origin only with
    /// CORS.
    package static let signInModule = PageAsset(
        CompactScript.bytes(of: ["sign-in.js", "session.js"].flatMap { PageFiles.all["Assets/" + $0] ?? [] }), type: "text/javascript",
        at: "/__/auth/sign-in.js", forEveryOrigin: true)
    package static let signIn = [signInStyle, passkeys, password, signInModule]
    /// The path of the operator's own style sheet. Pages load it after ``signInStyle``.
    package static let themePath = "/assets/theme.css"

    /// Adds the operator's own style sheet, which has no version in its URL.
    package static func addTheme(_ style: SignInStyle, to router: Router<ServerContext>) {
        router.get(RouterPath(themePath)) { request, _ in style.current.response(to: request) }
    }

    static func theme(_ bytes: [UInt8]) -> PageAsset { PageAsset(bytes, type: "text/css", at: themePath) }

    /// - Parameter path: The path of the file; nil for the default folder.
    private init(_ name: String, type: String, at path: String? = nil, forEveryOrigin: Bool = false) {
        self.init(PageFiles.all["Assets/" + name] ?? [], type: type, at: path ?? "/assets/" + name, forEveryOrigin: forEveryOrigin)
    }

    /// One file for browsers from several of the source.
    private init(joining names: [String], as name: String, type: String) {
        self.init(names.flatMap { PageFiles.all["Assets/" + $0] ?? [] }, type: type, at: "/assets/" + name)
    }

    private init?(codeEditor names: [String], as name: String, type: String) {
        let files = names.compactMap { PageFiles.all["CodeMirror/" + $0] }
        guard files.count == names.count else { return nil }
        self.init(Array(files.joined()), type: type, at: "/assets/" + name)
    }

    private init(_ bytes: [UInt8], type: String, at path: String, forEveryOrigin: Bool = false) {
        (self.bytes, self.type, self.path, self.forEveryOrigin) = (bytes, type, path, forEveryOrigin)
        version = String(Fingerprint(of: String(decoding: bytes, as: UTF8.self)).hex.prefix(12))
    }

    private let version: String

    package let path: String
    /// The URL that pages contain.
    package var address: String { path + "?v=" + version }

    package func add(to router: Router<ServerContext>) {
        router.get(RouterPath(path)) { request, _ in response(to: request) }
    }

    /// Adds the icon, also at the path at which browsers look for the icon of a page that names none.
    package static func addIcon(to router: Router<ServerContext>) {
        icon.add(to: router)
        router.get("/favicon.ico") { request, _ in icon.response(to: request) }
    }

    private func response(to request: Request) -> Response {
        // A page that was loaded before an upgrade must not cache new content at the old URL.
        let isThis = request.uri.queryParameters["v"].map { String($0) } == version
        var response = Response(
            status: .ok,
            headers: [
                .contentType: type + "; charset=utf-8",
                .cacheControl: isThis ? "public, max-age=31536000, immutable" : "no-cache",
            ],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        response.headers[.xContentTypeOptions] = "nosniff"
        if forEveryOrigin { response.headers[.accessControlAllowOrigin] = "*" }
        return response
    }
}
