import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The form with the sign-in settings of a project.
struct SettingsForm: Sendable {
    /// The display name of the project.
    let name: String
    let groups: [Group]
    /// The authorized domains, one per line.
    let domains: String
    /// The mark of the settings when the form was rendered. A different mark on submission means that they were changed concurrently.
    let seen: String

    struct Group: Sendable {
        let title: String
        let toggles: [Toggle]
        let numbers: [Number]
    }

    struct Toggle: Sendable {
        let name: String
        let title: String
        let explanation: String
        let on: Bool
    }

    struct Number: Sendable {
        let name: String
        let title: String
        let explanation: String
        let value: String
    }

    init(_ project: Project) {
        self.init(
            name: project.displayName, domains: project.authorizedDomains.joined(separator: "\n"), seen: Self.mark(of: project),
            toggle: { project.settings[keyPath: $0.path] }, number: { String(project.settings[keyPath: $0.path]) })
    }

    init(_ form: QueryParameters) {
        self.init(
            name: form["name"] ?? "", domains: form["domains"] ?? "", seen: form["seen"] ?? "", toggle: { form[$0.name] == "yes" },
            number: { form[$0.name] ?? "" })
    }

    /// Creates a form with the same input and the mark of the current settings, so that the user can choose to overwrite them.
    init(_ former: SettingsForm, over project: Project) {
        name = former.name
        groups = former.groups
        domains = former.domains
        seen = Self.mark(of: project)
    }

    private init(name: String, domains: String, seen: String, toggle: (SettingToggle) -> Bool, number: (SettingNumber) -> String) {
        groups = SettingGroup.all.map { group in
            Group(
                title: group.title,
                toggles: group.toggles.map { Toggle(name: $0.name, title: $0.title, explanation: $0.explanation, on: toggle($0)) },
                numbers: group.numbers.map { Number(name: $0.name, title: $0.title, explanation: $0.explanation, value: number($0)) })
        }
        self.name = name
        self.domains = domains
        self.seen = seen
    }

    static func mark(of project: Project) -> String {
        let values = SettingGroup.all.flatMap { group in
            group.toggles.map { String(project.settings[keyPath: $0.path]) }
                + group.numbers.map { String(project.settings[keyPath: $0.path]) }
        }
        return Fingerprint(of: ([project.displayName] + values + project.authorizedDomains).joined(separator: "\u{1f}")).hex
    }

    /// Applies the form to a project.
    ///
    /// - Returns: The names of the changed settings.
    /// - Throws: ``SettingRefusal``.
    func apply(to project: inout Project) throws -> [String] {
        var changed: [String] = []
        for (group, written) in zip(SettingGroup.all, groups) {
            for (setting, input) in zip(group.toggles, written.toggles) where project.settings[keyPath: setting.path] != input.on {
                project.settings[keyPath: setting.path] = input.on
                changed.append(setting.name)
            }
            for (setting, input) in zip(group.numbers, written.numbers) {
                let value = try setting.checked(input.value)
                guard project.settings[keyPath: setting.path] != value else { continue }
                project.settings[keyPath: setting.path] = value
                changed.append(setting.name)
            }
        }
        let name = try ProjectCreation.checkedName(name)
        if name != project.displayName {
            project.displayName = name
            changed.append("displayName")
        }
        try ProjectRules.check(project.settings.passwordPolicy)
        let domains = try checkedDomains()
        if domains != project.authorizedDomains {
            project.authorizedDomains = domains
            changed.append("authorizedDomains")
        }
        return changed
    }

    private func checkedDomains() throws -> [String] {
        var checked: [String] = []
        for line in domains.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            let domain = try HostName.checked(String(line))
            if !checked.contains(domain) { checked.append(domain) }
        }
        guard checked.count <= ProjectRules.maxDomains else {
            throw SettingRefusal("A project has at most \(ProjectRules.maxDomains) authorized domains.")
        }
        return checked
    }
}
