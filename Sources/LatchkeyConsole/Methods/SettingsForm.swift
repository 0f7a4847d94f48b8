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
        let texts: [Number]
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
            toggle: { $0.value(in: project.settings) == .flag(true) },
            number: { $0.shownValue(in: project.settings) })
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

    private init(name: String, domains: String, seen: String, toggle: (ProjectSetting) -> Bool, number: (ProjectSetting) -> String) {
        groups = ProjectSetting.groups.map { group in
            Group(
                title: group.title,
                toggles: group.settings.filter(\.isFlag).map {
                    Toggle(name: $0.name, title: $0.title, explanation: $0.help, on: toggle($0))
                },
                numbers: group.settings.filter { !$0.isFlag && !$0.isText }.map {
                    Number(name: $0.name, title: $0.title, explanation: $0.help, value: number($0))
                },
                texts: group.settings.filter(\.isText).map {
                    Number(name: $0.name, title: $0.title, explanation: $0.help, value: number($0))
                })
        }
        self.name = name
        self.domains = domains
        self.seen = seen
    }

    static func mark(of project: Project) -> String {
        let values = ProjectSetting.all.map { "\($0.value(in: project.settings))" }
        return Fingerprint(of: ([project.displayName] + values + project.authorizedDomains).joined(separator: "\u{1f}")).hex
    }

    /// Applies the form to a project.
    ///
    /// - Throws: ``SettingRefusal``.
    func apply(to project: inout Project) throws {
        let flags = Dictionary(uniqueKeysWithValues: groups.flatMap(\.toggles).map { ($0.name, $0.on) })
        let numbers = Dictionary(uniqueKeysWithValues: groups.flatMap { $0.numbers + $0.texts }.map { ($0.name, $0.value) })
        for setting in ProjectSetting.all {
            if let isOn = flags[setting.name] { try setting.set(.flag(isOn), in: &project.settings) }
            if let text = numbers[setting.name] { try setting.set(try setting.value(text), in: &project.settings) }
        }
        project.displayName = name
        project.authorizedDomains = domains.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
    }
}

extension ProjectSetting {
    fileprivate var isFlag: Bool { if case .flag = kind { true } else { false } }
    fileprivate var isText: Bool { if case .paths = kind { true } else { false } }

    /// The value in a field of the form.
    fileprivate func shownValue(in settings: ProjectSettings) -> String {
        switch value(in: settings) {
        case .flag: ""
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
