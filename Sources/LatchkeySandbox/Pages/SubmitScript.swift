import Hummingbird

/// The only script of all pages: submits the form that returns the result to an application.
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
