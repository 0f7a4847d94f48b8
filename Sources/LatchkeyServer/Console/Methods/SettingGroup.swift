import LatchkeyIdentity

/// A setting that is on or off.
struct SettingToggle: Sendable {
    let name: String
    let title: String
    let explanation: String
    let path: any WritableKeyPath<ProjectSettings, Bool> & Sendable
}

/// A setting that is a number.
struct SettingNumber: Sendable {
    let name: String
    let title: String
    let explanation: String
    let path: any WritableKeyPath<ProjectSettings, Int> & Sendable
    let range: ClosedRange<Int>
    /// Whether 0 may stand below the range, for no end.
    var knowsNoEnd = false

    /// - Throws: ``SettingRefusal`` for what is no number, or out of range.
    func checked(_ text: String) throws -> Int {
        guard let number = Int(text), range.contains(number) || knowsNoEnd && number == 0 else {
            let other = knowsNoEnd ? ", or 0" : ""
            throw SettingRefusal("“\(title)” is a number from \(range.lowerBound) to \(range.upperBound)\(other).")
        }
        return number
    }
}

/// Settings that belong together.
struct SettingGroup: Sendable {
    let title: String
    var toggles: [SettingToggle] = []
    var numbers: [SettingNumber] = []
}
