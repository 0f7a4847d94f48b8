import ArgumentParser

/// The options of commands that write and read backups. They override settings of the server.
struct BackupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file with the passphrase of encrypted backups; - for standard input (default: the setting backup-passphrase-file).",
            valueName: "file"))
    var passphraseFile: String?

    @Option(help: ArgumentHelp("The address of the S3 server (default: the setting backup-s3-endpoint).", valueName: "url"))
    var s3Endpoint: String?
    @Option(help: ArgumentHelp("The region of the bucket (default: the setting backup-s3-region).", valueName: "region"))
    var s3Region: String?

    /// The settings as flags of the server, by key.
    var flags: [(String, String?)] {
        [("backup-passphrase-file", passphraseFile), ("backup-s3-endpoint", s3Endpoint), ("backup-s3-region", s3Region)]
    }
}
