import LatchkeyIdentity
import LatchkeyWeb

/// What is around the content of every page of the console.
struct ConsoleFrame {
    let style = PageAsset.consoleStyle.address
    let setupScript = PageAsset.setupScript.address
    let liveScript = PageAsset.liveScript.address
    /// What answers while the server runs.
    let alive = Health.path
    let rulesScript = PageAsset.rulesScript.address
    let templateScript = PageAsset.templateScript.address
    let dataScript = PageAsset.dataScript.address
    let passkeyScript = PageAsset.passkeys.address
    let sandbox: Bool
    /// Absent where nobody is signed in.
    var visitor: Visitor?
    /// The name of the project that is looked at.
    var project: String?
    var sections: [Section] = []

    struct Visitor {
        let email: String
        let role: String
        let csrf: String
        let isOwner: Bool
        /// Whether nothing can be changed with their role.
        let looksOnly: Bool
    }

    struct Section {
        let name: String
        let href: String
        let current: Bool
    }
}

/// The parts of a project that have pages.
enum ConsoleSection: String, CaseIterable {
    case users, methods, rules, data, apps, templates, outbox, usage, history

    /// Whether it is about what the database's port serves.
    var isOfDatabases: Bool { self == .rules || self == .data }

    /// Who sees it.
    var role: ConsoleRole { self == .outbox ? .editor : .viewer }

    var name: String {
        switch self {
        case .users: "Users"
        case .methods: "Sign-in"
        case .rules: "Rules"
        case .data: "Data"
        case .apps: "Apps"
        case .templates: "Templates"
        case .outbox: "Outbox"
        case .usage: "Usage"
        case .history: "History"
        }
    }

    func path(in project: ProjectID) -> String { "\(ConsoleParts.path)/projects/\(project.rawValue)/\(rawValue)" }
}
