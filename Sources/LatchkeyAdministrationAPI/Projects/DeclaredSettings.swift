import LatchkeyIdentity

/// The settings of a project by their names, as ``ProjectSetting`` declares them.
///
/// Google's form of the configuration (``ProjectConfigResource``) has only the settings that Identity Platform has, too.
struct DeclaredSettings: Codable, Sendable, Equatable {
    /// Settings that are absent stay unchanged.
    let values: [String: ProjectSetting.Value]

    init(_ settings: ProjectSettings) {
        values = Dictionary(uniqueKeysWithValues: ProjectSetting.all.map { ($0.name, $0.value(in: settings)) })
    }

    /// The decoder of the OpenAPI document reads the names and types of the members here.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var values: [String: ProjectSetting.Value] = [:]
        for setting in ProjectSetting.all {
            let name = Name(stringValue: setting.name)
            switch setting.kind {
            case .flag: values[setting.name] = try container.decodeIfPresent(Bool.self, forKey: name).map { .flag($0) }
            case .number: values[setting.name] = try container.decodeIfPresent(Int.self, forKey: name).map { .number($0) }
            case .paths: values[setting.name] = try container.decodeIfPresent(String.self, forKey: name).map { .text($0) }
            }
        }
        self.values = values
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in values { try container.encode(value, forKey: Name(stringValue: name)) }
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// - Throws: ``SettingRefusal`` for a value that a setting cannot have.
    func apply(to settings: inout ProjectSettings) throws {
        for setting in ProjectSetting.all {
            if let value = values[setting.name] { try setting.set(value, in: &settings) }
        }
    }
}
