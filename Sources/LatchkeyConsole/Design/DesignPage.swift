import Hummingbird
import LatchkeyWeb

/// `/console/design` in the sandbox: each component of the console in its states, for developers of the pages.
struct DesignPage: Sendable {
    let console: Console

    private struct Content {
        let frame: ConsoleFrame
        let icons = ConsoleSection.allCases.map(\.rawValue)
        let buttons = [
            Button(name: "Primary", style: "primary"), Button(name: "Standard", style: ""), Button(name: "Destructive", style: "grave"),
            Button(name: "Plain", style: "plain"), Button(name: "Small", style: "copy"),
        ]
        let choices = [
            Choice(name: "Checkbox", type: "checkbox"), Choice(name: "Radio button", type: "radio"),
            Choice(name: "Switch", type: "checkbox", style: "switch", isSwitch: true),
        ]
    }

    private struct Button {
        let name: String
        let style: String
    }

    private struct Choice {
        let name: String
        let type: String
        var style = ""
        var isSwitch = false
    }

    func add(to router: Router<ServerContext>) {
        PageAsset.consoleStates.add(to: router)
        console.get("/console/design", on: router) { request, _ in
            var frame = try await console.frame(try await console.door.visitor(request))
            frame.style = PageAsset.consoleStates.address
            return try console.page("console-design", Content(frame: frame))
        }
    }
}
