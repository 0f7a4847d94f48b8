package import LatchkeyIdentity
import LatchkeyWeb

/// The frame around the content of every console page.
package struct ConsoleFrame {
    let icon = PageAsset.icon.address
    var style = PageAsset.consoleStyle.address
    let setupScript = PageAsset.setupScript.address
    let liveScript = PageAsset.liveScript.address
    /// The path of the health check, which responds while the server runs.
    let alive = Health.path
    let rulesScript = PageAsset.rulesScript.address
    let templateScript = PageAsset.templateScript.address
    let dataScript = PageAsset.dataScript.address
    let passkeyScript = PageAsset.passkeys.address
    let sandbox: Bool
    /// What does not work; `nil` while the store works.
    let trouble: Trouble?
    /// The signed-in administrator; `nil` before sign-in.
    var visitor: Visitor?
    /// The name of the selected project.
    var project: String?
    var sections: [Section] = []
    /// Whether several nodes share the store.
    var hasNodes = false
    /// The address of the API reference.
    var reference: String?

    struct Visitor {
        let email: String
        let role: String
        let csrf: String
        let isOwner: Bool
        /// Whether the role is read-only.
        let looksOnly: Bool
    }

    /// The store does not work.
    struct Trouble {
        let text: String
        let consequence: String

        init?(_ condition: StoreCondition) {
            guard let consequence = condition.consequence else { return nil }
            text = condition.state == .readOnly ? "The server can’t write to its store." : "The server can’t read its store."
            self.consequence = consequence
        }
    }

    struct Section {
        let name: String
        let href: String
        let icon: String
        let current: Bool
    }
}

/// The sections of a project.
package enum ConsoleSection: String, CaseIterable {
    case overview, users, methods, rules, data, apps
    case backEnds = "back-ends"
    case templates, outbox, usage, history

    /// Whether the section belongs to the Realtime Database, which is served on its own port.
    var isOfDatabases: Bool { self == .rules || self == .data }

    /// The minimum role for the section.
    var role: ConsoleRole { self == .outbox ? .editor : .viewer }

    var name: String {
        switch self {
        case .overview: "Overview"
        case .users: "Users"
        case .methods: "Sign-in"
        case .rules: "Rules"
        case .data: "Data"
        case .apps: "Apps"
        case .backEnds: "Back ends"
        case .templates: "Templates"
        case .outbox: "Outbox"
        case .usage: "Usage"
        case .history: "History"
        }
    }

    package func path(in project: ProjectID) -> String { "\(ConsoleParts.path)/projects/\(project.rawValue)/\(rawValue)" }
}
