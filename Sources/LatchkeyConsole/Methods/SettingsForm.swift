import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The form with the settings of a tab.
struct SettingsForm: Sendable {
    let groups: [Group]
    /// The mark of the settings when the form was rendered. A different mark on submission means that they were changed concurrently.
    let seen: String

    struct Group: Sendable {
        let title: String
        let toggles: [Toggle]
        let fields: [Field]
    }

    struct Toggle: Sendable {
        let name: String
        let title: String
        let explanation: String
        let on: Bool
    }

    struct Field: Sendable {
        let name: String
        let title: String
        let explanation: String
        let value: String
        var isNumber = false
        var isLong = false
        var isRequired = false
        var maxLength = 15_400
        var problem: String?
        /// Whether the field is the first one with a problem, which gets the keyboard.
        var isFirstProblem = false
    }

    /// The invalid values of a form, with an explanation for each field.
    struct Refusal: Error {
        let problems: [String: String]
    }

    private static let nameField = "name"
    private static let domainsField = "domains"

    init(_ tab: SettingsTab, of project: Project) {
        self.init(
            tab, seen: Self.mark(of: project, tab), toggle: { $0.value(in: project.settings) == .flag(true) },
            text: { $0.shownValue(in: project.settings) }, name: project.displayName,
            domains: project.authorizedDomains.joined(separator: "\n"))
    }

    /// - Parameter seen: The mark to use instead of the one of the form.
    init(_ tab: SettingsTab, _ form: QueryParameters, seen: String? = nil, problems: [String: String] = [:]) {
        self.init(
            tab, seen: seen ?? form["seen"] ?? "", toggle: { form[$0.name] == "yes" }, text: { form[$0.name] ?? "" },
            name: form[Self.nameField] ?? "", domains: form[Self.domainsField] ?? "", problems: problems)
    }

    private init(
        _ tab: SettingsTab, seen: String, toggle: (ProjectSetting) -> Bool, text: (ProjectSetting) -> String, name: String,
        domains: String, problems: [String: String] = [:]
    ) {
        var groups = tab.groups.map { group in
            Group(
                title: group.title,
                toggles: group.settings.filter(\.isFlag).map {
                    Toggle(name: $0.name, title: $0.title, explanation: $0.help, on: toggle($0))
                },
                fields: group.settings.filter { !$0.isFlag }.map {
                    Field(
                        name: $0.name, title: $0.title, explanation: $0.help, value: text($0), isNumber: $0.isNumber,
                        isRequired: $0.isNumber, maxLength: $0.isNumber ? 12 : 15_400)
                })
        }
        if tab == .project { groups = Self.projectGroups(name: name, domains: domains) }
        var isFirst = true
        self.groups = groups.map { group in
            Group(
                title: group.title, toggles: group.toggles,
                fields: group.fields.map { field in
                    var field = field
                    field.problem = problems[field.name]
                    field.isFirstProblem = isFirst && field.problem != nil
                    if field.problem != nil { isFirst = false }
                    return field
                })
        }
        self.seen = seen
    }

    private static func projectGroups(name: String, domains: String) -> [Group] {
        [
            Group(
                title: "Project", toggles: [],
                fields: [
                    Field(
                        name: nameField, title: "Name", explanation: "Shown to users on the sign-in page and in messages.", value: name,
                        isRequired: true, maxLength: ProjectRules.maxNameCharacters)
                ]),
            Group(
                title: "Authorized domains", toggles: [],
                fields: [
                    Field(
                        name: domainsField, title: "Hosts that sign-in can return to, one per line",
                        explanation: "For example, app.example.org, without https://, port or path.", value: domains, isLong: true,
                        maxLength: 8000)
                ]),
        ]
    }

    static func mark(of project: Project, _ tab: SettingsTab) -> String {
        var values = tab.groups.flatMap(\.settings).map { "\($0.value(in: project.settings))" }
        if tab == .project { values += [project.displayName] + project.authorizedDomains }
        return Fingerprint(of: values.joined(separator: "\u{1f}")).hex
    }

    /// Applies the form to a project.
    ///
    /// - Throws: ``Refusal``, with all invalid values.
    func apply(to project: inout Project) throws(Refusal) {
        var problems: [String: String] = [:]
        for toggle in groups.flatMap(\.toggles) {
            try? ProjectSetting.named(toggle.name)?.set(.flag(toggle.on), in: &project.settings)
        }
        for field in groups.flatMap(\.fields) {
            do throws(SettingRefusal) {
                try Self.apply(field, to: &project)
            } catch {
                problems[field.name] = error.message
            }
        }
        guard problems.isEmpty else { throw Refusal(problems: problems) }
    }

    private static func apply(_ field: Field, to project: inout Project) throws(SettingRefusal) {
        if field.name == nameField {
            if field.value != project.displayName { project.displayName = try ProjectRules.checkedName(field.value) }
        } else if field.name == domainsField {
            let present = Set(project.authorizedDomains)
            var domains: [String] = []
            for text in field.value.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init) {
                domains.append(present.contains(text) ? text : try HostName.checked(text))
            }
            project.authorizedDomains = domains
        } else if let setting = ProjectSetting.named(field.name) {
            try setting.set(try setting.value(field.value), in: &project.settings)
        }
    }

    /// Describes the settings of a tab that differ, for example “Minimum length: 9”.
    static func changes(_ before: Project, _ after: Project, in tab: SettingsTab) -> [String] {
        var names = tab.groups.flatMap(\.settings).filter { $0.value(in: before.settings) != $0.value(in: after.settings) }.map(\.name)
        guard tab == .project else { return names }
        if before.displayName != after.displayName { names.append(nameField) }
        if before.authorizedDomains != after.authorizedDomains { names.append(domainsField) }
        return names
    }

    /// Returns the message after settings were saved, with their present values.
    ///
    /// - Parameter names: The names of the changed settings. Unknown ones are left out.
    static func message(about names: [String], in project: Project) -> String {
        let parts: [String] = names.compactMap { name in
            if name == nameField { return "Name: \(project.displayName)" }
            if name == domainsField { return "Authorized domains: \(project.authorizedDomains.count)" }
            guard let setting = ProjectSetting.named(name) else { return nil }
            switch setting.value(in: project.settings) {
            case .flag(let isOn): return "\(setting.title): \(isOn ? "on" : "off")"
            case .number(let number): return "\(setting.title): \(number)"
            case .text(let text): return "\(setting.title): \(text.isEmpty ? "none" : text)"
            }
        }
        return parts.isEmpty ? "Nothing was changed." : "Saved. " + parts.joined(separator: "; ") + "."
    }
}

extension ProjectSetting {
    fileprivate var isFlag: Bool { if case .flag = kind { true } else { false } }
    fileprivate var isNumber: Bool { if case .number = kind { true } else { false } }

    /// The value in a field of the form.
    fileprivate func shownValue(in settings: ProjectSettings) -> String {
        switch value(in: settings) {
        case .flag: ""
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}
