import ArgumentParser
import LatchkeyIdentity

/// One option for each setting of a project, from the declarations in ``ProjectSetting``.
struct ProjectSettingOptions: ParsableArguments, CustomReflectable {
    /// The given values, by the names of the settings.
    private(set) var values: [String: ProjectSetting.Value] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for setting in ProjectSetting.single {
            let name = Name(stringValue: setting.name)
            switch setting.kind {
            case .flag:
                let given = try container.decode(Option<YesNo?>.self, forKey: name).wrappedValue
                values[setting.name] = given.map { .flag($0.isYes) }
            case .number:
                let given = try container.decode(Option<Int?>.self, forKey: name).wrappedValue
                values[setting.name] = given.map { .number($0) }
            case .paths:
                let given = try container.decode(Option<String?>.self, forKey: name).wrappedValue
                values[setting.name] = given.map { .text($0) }
            }
        }
    }

    /// The options, as ArgumentParser finds those of other types in their stored properties.
    var customMirror: Mirror {
        Mirror(
            self,
            children: ProjectSetting.single.map { setting -> Mirror.Child in
                let (name, help) = (NameSpecification.customLong(setting.optionName), ArgumentHelp("\(setting.help)"))
                return switch setting.kind {
                case .flag: (setting.name, Option<YesNo?>(name: name, help: help))
                case .number: (setting.name, Option<Int?>(name: name, help: help))
                case .paths: (setting.name, Option<String?>(name: name, help: help))
                }
            })
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
