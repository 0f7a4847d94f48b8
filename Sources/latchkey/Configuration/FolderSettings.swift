import LatchkeyServer

/// Which data folder a command looks after, and what it needs to know besides.
struct FolderSettings: Sendable, Equatable {
    var dataFolder: String
    /// Decides the folder where none is named, and what becomes of a new one; an old one knows its mode.
    var sandbox: Bool
    var publicURL: String?
    var masterKeyFile: String?
    /// The targets in its own network that a server with the same file and environment may call.
    var privateTargets: PrivateTargets
}
