import LatchkeyProviders

/// The settings of a command that administers a data folder.
struct FolderSettings: Sendable, Equatable {
    var dataFolder: String
    /// Selects the default folder and the mode of a new store; existing stores keep their mode.
    var sandbox: Bool
    var publicURL: String?
    /// Where the accounts and databases are stored.
    var store = StorePlace.folder
    /// Where the master key is read when it is needed.
    var masterKey: MasterKeySource
    /// The targets in its own network that a server with the same settings file and environment may call.
    var privateTargets: PrivateTargets
}
