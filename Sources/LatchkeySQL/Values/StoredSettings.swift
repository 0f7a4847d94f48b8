import Foundation
package import LatchkeyIdentity

/// The settings of a project that have no column of their own, stored as a JSON object. A setting that it lacks has its standard value.
package struct StoredSettings: Storable {
    private let values: [String: ProjectSetting.Value]

    /// The settings with a column of their own. Later ones are stored here, without a migration.
    private static let withColumn: Set<String> = [
        "passwordSignIn", "emailLinkSignIn", "anonymousSignIn", "phoneSignIn", "smsPerDay", "totpSecondFactor", "smsSecondFactor", "signUp",
        "oneAccountPerEmail", "enumerationProtection", "newNetworkMails", "signUpsPerHour", "recentSignInSeconds", "policy", "policyLower",
        "policyUpper", "policyDigit", "policySymbol", "policyUpgrade", "policyMinimum", "policyMaximum", "legacyRoutes", "reverseAuth",
        "legacySessionSeconds",
    ]
    private static let others = ProjectSetting.all.filter { !withColumn.contains($0.name) }

    package init(_ settings: ProjectSettings, among declared: [ProjectSetting] = others) {
        values = Dictionary(uniqueKeysWithValues: declared.map { ($0.name, $0.value(in: settings)) })
    }

    package var stored: StoredValue {
        guard let json = try? JSONEncoder().encode(values) else { preconditionFailure("flags and numbers always have a JSON form") }
        return .text(String(decoding: json, as: UTF8.self))
    }

    package init?(stored: StoredValue) {
        guard case .text(let json) = stored,
            let values = try? JSONDecoder().decode([String: ProjectSetting.Value].self, from: Data(json.utf8))
        else {
            return nil
        }
        self.values = values
    }

    /// Sets the stored values. A value that the setting can no longer have is ignored, as after a change of its range.
    package func apply(to settings: inout ProjectSettings, among declared: [ProjectSetting] = others) {
        for setting in declared {
            if let value = values[setting.name] { try? setting.set(value, in: &settings) }
        }
    }
}
