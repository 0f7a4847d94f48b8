/// The kind of accounts in a store. A store can only be opened in its own mode.
///
/// An emulator keeps its accounts in memory and has no mode.
public enum StoreMode: String, Sendable, CaseIterable {
    /// Accounts of real users.
    case real
    /// Test accounts from mock providers.
    case sandbox
}
