import ArgumentParser
import LatchkeyIdentity

struct ProjectsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a project's settings.")

    @Argument(help: "The project ID.") var project = "default"
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.get("/v2/projects/\(project)"), for: ProjectDescription.self)) { $0.facts }
    }
}

extension ProjectDescription {
    /// One line per setting, with the name of its option.
    var facts: String {
        var facts = FactList()
        facts.add("project", id)
        facts.add("name", name)
        facts.add("number", number)
        facts.add("created", Terminal.text(createdAt))
        for setting in ProjectSetting.single { facts.add(setting, settings[setting.name]) }
        facts.add("provider requests", providerRequests.isEmpty ? "none" : providerRequests.joined(separator: ", "))
        facts.add(passwordPolicy)
        facts.add("authorized domains", authorizedDomains.isEmpty ? "none" : authorizedDomains.joined(separator: ", "))
        facts.add("providers", providers.isEmpty ? "none" : providers.joined(separator: ", "))
        facts.add("API keys", apiKeys.isEmpty ? "none" : apiKeys.joined(separator: ", "))
        return facts.text
    }
}

extension FactList {
    fileprivate mutating func add(_ setting: ProjectSetting, _ value: ProjectSetting.Value?) {
        switch (value, setting.kind) {
        case (.flag(let isOn), _): add(setting.optionName, isOn)
        case (.number(0), .number(_, let valid)): add(setting.optionName, valid.meaningOfZero ?? "0")
        case (.number(let number), _): add(setting.optionName, String(number))
        case (.text(let text), _): add(setting.optionName, text.isEmpty ? "none" : text)
        case (nil, _): break
        }
    }
}
