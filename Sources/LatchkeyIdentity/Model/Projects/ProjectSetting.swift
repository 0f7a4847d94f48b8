/// The declaration of a project's setting: its name, its texts and its valid values.
///
/// The console, the command, the REST API and its OpenAPI document show the settings that ``all`` lists.
package struct ProjectSetting: Sendable {
    /// The name in JSON and in forms, for example `smsPerDay`.
    package let name: String
    /// The label.
    package let title: String
    /// One or two sentences about the effect.
    package let help: String
    package let kind: Kind
    /// Whether only the operator may change the setting, in the console or with the command, and no service account: limits that protect
    /// the operator, and interfaces that are less secure.
    package let isOperators: Bool

    package enum Kind: Sendable {
        case flag(any WritableKeyPath<ProjectSettings, Bool> & Sendable)
        case number(any WritableKeyPath<ProjectSettings, Int> & Sendable, NumberRange)
        /// Places of a user's data, separated by commas.
        case paths(any WritableKeyPath<ProjectSettings, [DataPath]> & Sendable)
    }

    /// The valid numbers of a setting.
    package struct NumberRange: Sendable, Equatable {
        package let range: ClosedRange<Int>
        /// The meaning of 0, which is valid even outside of the range; `nil` if 0 has none.
        package let meaningOfZero: String?

        package init(_ range: ClosedRange<Int>, zeroMeans meaningOfZero: String? = nil) {
            self.range = range
            self.meaningOfZero = meaningOfZero
        }

        func contains(_ number: Int) -> Bool { range.contains(number) || number == 0 && meaningOfZero != nil }
    }

    /// The value of a setting.
    package enum Value: Sendable, Hashable {
        case flag(Bool)
        case number(Int)
        case text(String)
    }

    init(_ name: String, _ title: String, _ help: String, _ kind: Kind, isOperators: Bool = false) {
        self.name = name
        self.title = title
        self.help = help
        self.kind = kind
        self.isOperators = isOperators
    }

    /// The name of the option, for example `sms-per-day`.
    package var optionName: String {
        name.reduce(into: "") { text, letter in text += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
    }

    /// The value in a new project.
    package var standard: Value { value(in: ProjectSettings()) }

    package func value(in settings: ProjectSettings) -> Value {
        switch kind {
        case .flag(let path): .flag(settings[keyPath: path])
        case .number(let path, _): .number(settings[keyPath: path])
        case .paths(let path): .text(settings[keyPath: path].map(\.text).joined(separator: ", "))
        }
    }

    /// Sets a value.
    ///
    /// - Throws: ``SettingRefusal`` for a value of another kind, or out of range.
    package func set(_ value: Value, in settings: inout ProjectSettings) throws(SettingRefusal) {
        switch (kind, value) {
        case (.flag(let path), .flag(let isOn)): settings[keyPath: path] = isOn
        case (.number(let path, let range), .number(let number)) where range.contains(number): settings[keyPath: path] = number
        case (.paths(let path), .text(let text)): settings[keyPath: path] = try dataPaths(text)
        default: throw SettingRefusal("“\(title)” must be \(validValues).")
        }
    }

    private func dataPaths(_ text: String) throws(SettingRefusal) -> [DataPath] {
        guard text.utf8.count <= (DataPath.maxBytes + 2) * DataPath.maxCount else {
            throw SettingRefusal("“\(title)” must be \(validValues).")
        }
        var paths: [DataPath] = []
        for part in text.split(separator: ",") {
            let name = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            guard !name.isEmpty else { continue }
            guard let path = DataPath(String(name)) else {
                throw SettingRefusal(
                    "“\(String(name.prefix(100)))” is not a path of one user's data. Use keys of a database and {UID} as one of them, such as "
                        + "/users/{UID}.")
            }
            if !paths.contains(path) { paths.append(path) }
        }
        guard paths.count <= DataPath.maxCount else { throw SettingRefusal("“\(title)” must be \(validValues).") }
        return paths
    }

    /// Parses a value other than a flag as a form has it.
    ///
    /// - Throws: ``SettingRefusal`` if the setting is a number and the text is none.
    package func value(_ text: String) throws(SettingRefusal) -> Value {
        if case .paths = kind { return .text(text) }
        guard let number = Int(text) else { throw SettingRefusal("“\(title)” must be \(validValues).") }
        return .number(number)
    }

    /// - Throws: ``SettingRefusal`` if the present value is out of range.
    func check(_ settings: ProjectSettings) throws(SettingRefusal) {
        var settings = settings
        try set(value(in: settings), in: &settings)
    }

    private var validValues: String {
        switch kind {
        case .flag: "true or false"
        case .paths: "at most \(DataPath.maxCount) paths, separated by commas"
        case .number(_, let valid):
            "a number from \(valid.range.lowerBound) to \(valid.range.upperBound)"
                + (valid.range.contains(0) || valid.meaningOfZero == nil ? "" : ", or 0")
        }
    }
}

extension ProjectSetting.Value: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let isOn = try? container.decode(Bool.self) {
            self = .flag(isOn)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .number(try container.decode(Int.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let isOn): try container.encode(isOn)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
