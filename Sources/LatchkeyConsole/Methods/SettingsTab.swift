import LatchkeyIdentity

/// The tabs of the section “Sign-in”: the providers, and the settings of the project.
enum SettingsTab: String, CaseIterable {
    case providers, methods, accounts, passwords, project, tenants, legacy

    var name: String {
        switch self {
        case .providers: "Providers"
        case .methods: "Methods"
        case .accounts: "Accounts"
        case .passwords: "Passwords"
        case .project: "Name and domains"
        case .tenants: "Tenants"
        case .legacy: "Legacy clients"
        }
    }

    var groups: [ProjectSettingGroup] {
        switch self {
        case .providers, .project, .tenants: []
        case .methods: [ProjectSetting.methods, ProjectSetting.secondFactors]
        case .accounts: [ProjectSetting.accounts]
        case .passwords: [ProjectSetting.passwords]
        case .legacy: [ProjectSetting.legacyClients]
        }
    }

    func path(in project: ProjectID) -> String {
        switch self {
        case .providers: ConsoleSection.methods.path(in: project)
        case .tenants: TenantsPage.path(in: project)
        default: ConsoleSection.methods.path(in: project) + "/settings/" + rawValue
        }
    }
}

/// A link to a tab.
struct SettingsTabLink {
    let name: String
    let href: String
    let current: Bool

    static func all(in project: ProjectID, current: SettingsTab) -> [SettingsTabLink] {
        SettingsTab.allCases.map { SettingsTabLink(name: $0.name, href: $0.path(in: project), current: $0 == current) }
    }
}
