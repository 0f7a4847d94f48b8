import LatchkeyIdentity
import LatchkeyWeb

/// A Boolean setting.
struct SettingToggle: Sendable {
    let name: String
    let title: String
    let explanation: String
    let path: any WritableKeyPath<ProjectSettings, Bool> & Sendable
}

/// A numeric setting.
struct SettingNumber: Sendable {
    let name: String
    let title: String
    let explanation: String
    let path: any WritableKeyPath<ProjectSettings, Int> & Sendable
    let range: ClosedRange<Int>
    /// Whether 0 is allowed in addition to the range, for no expiry.
    var knowsNoEnd = false

    /// Parses a value.
    ///
    /// - Throws: ``SettingRefusal`` if the text is not a number or is out of range.
    func checked(_ text: String) throws -> Int {
        guard let number = Int(text), range.contains(number) || knowsNoEnd && number == 0 else {
            let other = knowsNoEnd ? ", or 0" : ""
            throw SettingRefusal("“\(title)” must be a number from \(range.lowerBound) to \(range.upperBound)\(other).")
        }
        return number
    }
}

/// A group of related settings.
struct SettingGroup: Sendable {
    let title: String
    var toggles: [SettingToggle] = []
    var numbers: [SettingNumber] = []
}
