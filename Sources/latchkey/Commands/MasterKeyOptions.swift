import ArgumentParser

/// The options for the source of the master key, of which one may be set.
struct MasterKeyOptions: ParsableArguments {
    @Option(help: "The master key file (default: master.key in the data folder).") var masterKeyFile: String?
    @Option(help: ArgumentHelp("A shell command that prints the master key within 30 seconds.", valueName: "command"))
    var masterKeyCommand: String?
    @Option(help: ArgumentHelp("An open file descriptor with the master key: 0, or from 3.", valueName: "number"))
    var masterKeyFd: String?

    /// The options by the keys of their settings.
    var values: [(String, String?)] {
        [("master-key-file", masterKeyFile), ("master-key-command", masterKeyCommand), ("master-key-fd", masterKeyFd)]
    }
}
