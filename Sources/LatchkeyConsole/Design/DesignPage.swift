import Hummingbird
import LatchkeyWeb

/// `/console/design` in the sandbox: each component of the console in its states, for developers of the pages.
struct DesignPage: Sendable {
    let console: Console

    private struct Content {
        let frame: ConsoleFrame
        let icons: [String]
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/design", on: router) { request, _ in
            let visitor = try await console.door.visitor(request)
            return try console.page(
                "console-design", Content(frame: try await console.frame(visitor), icons: ConsoleSection.allCases.map(\.rawValue)))
        }
    }
}
