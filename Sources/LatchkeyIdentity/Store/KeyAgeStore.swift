public import Foundation

/// Read access to the ages of keys and secrets.
public protocol KeyAgeReading {
    /// Returns the creation date of the oldest valid key of each kind. Kinds without a key are absent, and so is the certificate. Of the
    /// kinds that sign, only the key that signs now counts.
    func oldestKeys() throws -> [KeyKind: Date]
}
