/// What the accounts in a store are: a store of one mode opens in no other.
///
/// An emulator keeps its accounts in memory and has no mode.
public enum StoreMode: String, Sendable, CaseIterable {
    /// People.
    case real
    /// Made up at pretended providers.
    case sandbox
}
