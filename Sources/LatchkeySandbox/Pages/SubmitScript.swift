import Hummingbird

/// The one script of all pages: it presses the button of the form that takes an outcome back to an application.
enum SubmitScript {
    static let path = "/sandbox/submit.js"

    static func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get(RouterPath(path)) { _, _ in
            Response.text(
                "document.getElementById(\"outcome\").submit();\n", type: "text/javascript; charset=utf-8",
                headers: [.cacheControl: "max-age=3600"])
        }
    }
}
