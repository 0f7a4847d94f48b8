import Foundation
import LatchkeyBackup
import LatchkeyIdentity
import LatchkeySecrets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension SettingsReader {
    static let backupKeys = [
        "backup-dir", "backup-every", "backup-keep", "backup-passphrase-file", "backup-s3-endpoint", "backup-s3-region",
        "backup-s3-access-key-id", "backup-s3-secret-access-key-file",
    ]

    /// The standard variables of S3 clients, which count if the settings have no access key ID.
    static let awsVariables = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION"]

    /// Returns the settings of regular backups and of the archive, which share their access.
    mutating func copies() -> (BackupSettings?, ArchiveSettings?) {
        let access = text("backup-dir") != nil || text("archive-to") != nil ? backupAccess(encrypts: true) : BackupAccess()
        return (backup(access), archive(access))
    }

    private mutating func backup(_ access: BackupAccess) -> BackupSettings? {
        let keep = number("backup-keep", in: 1...10_000)
        let every = text("backup-every")
        guard let target = text("backup-dir") else {
            for (key, isSet) in [("backup-every", every != nil), ("backup-keep", keep != nil)] where isSet {
                note(key, "requires backup-dir.", "Set backup-dir, or remove this setting.")
            }
            return nil
        }
        let place = copyPlace("backup-dir", target, access)
        guard let interval = every.map(Self.interval) ?? .seconds(86_400) else {
            note("backup-every", "\(every ?? "") is not an interval.", "Use minutes, hours or days, such as 30m, 1h or 1d.")
            return nil
        }
        return BackupSettings(place: place, every: interval, keep: keep ?? 48, access: access)
    }

    /// - Parameter key: The setting.
    mutating func copyPlace(_ key: String, _ target: String, _ access: BackupAccess) -> BackupPlace {
        guard target.hasPrefix(S3Place.scheme) else {
            if FilePermissions(of: target)?.isFolder != true {
                note(key, "\(target) is not a folder that this user can write to.", "Create it, with this user as its owner.")
            } else if let code = Self.obstacle(toWriting: target) {
                let mend =
                    code == EROFS
                    ? "Allow it to the service: ReadWritePaths=\(target) in its unit (systemctl edit latchkey)."
                    : "Make \(NSUserName()) its owner."
                note(key, "\(target) cannot be written: \(String(cString: strerror(code))).", mend)
            }
            return .folder(target)
        }
        guard let place = S3Place(target) else {
            note(key, "\(target) is not an S3 address.", "Use the form s3://BUCKET/PREFIX.")
            return .folder(target)
        }
        if access.s3 == nil, text("backup-s3-access-key-id") == nil {
            note(
                "backup-s3-access-key-id", "is missing.",
                "Set it with backup-s3-secret-access-key-file, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.")
        }
        return .prefix(place)
    }

    /// Returns the error of writing to a folder; `nil` if it is possible.
    private static func obstacle(toWriting folder: String) -> Int32? { access(folder, W_OK) == 0 ? nil : errno }

    /// - Parameter text: A number from 1 to 10,000 with a unit.
    static func interval(_ text: String) -> Duration? {
        guard let unit = text.last, let seconds = ["m": 60, "h": 3600, "d": 86_400][unit], let number = Int(text.dropLast()),
            (1...10_000).contains(number)
        else { return nil }
        return .seconds(number * seconds)
    }

    /// Returns what a command for backups needs; problems in other settings are ignored.
    ///
    /// - Parameter encrypts: Whether it writes a backup. A restore accepts any passphrase.
    /// - Throws: ``ConfigurationReport`` with all problems; ``Failure`` if the store is in PostgreSQL.
    mutating func backupCommand(encrypts: Bool) throws -> (FolderSettings, BackupAccess) {
        let access = backupAccess(encrypts: encrypts)
        let settings = try folder()
        let elsewhere = DataFolder.elsewherePath(in: settings.dataFolder)
        guard settings.store.isFolder, !FileManager.default.fileExists(atPath: elsewhere) else {
            throw Failure(
                """
                The server of the data folder \(settings.dataFolder) stores its data in PostgreSQL, and this command is for a store in \
                the data folder. \(encrypts ? Self.backupAdvice : Self.restoreAdvice)
                """)
        }
        return (settings, access)
    }

    private static let restoreAdvice = "Restore PostgreSQL with its own tools, such as pg_restore or pgBackRest; see docs/postgres.md."

    private mutating func backupAccess(encrypts: Bool) -> BackupAccess {
        let passphrase = passphrase(encrypts: encrypts)
        return BackupAccess(passphrase: passphrase, s3: s3Access(isEncrypted: passphrase != nil))
    }

    private mutating func s3Access(isEncrypted: Bool) -> S3Access? {
        let region = text("backup-s3-region") ?? aws["AWS_REGION"] ?? "us-east-1"
        if !S3Access.isRegion(region) { note("backup-s3-region", "\(region) is not a region.", "Use the form eu-central-1.") }
        let address = text("backup-s3-endpoint")
        let endpoint = address.flatMap { S3Endpoint($0) }
        if let address, endpoint == nil {
            note("backup-s3-endpoint", "\(address) is not the address of a server.", "Use the form https://minio.example.org:9000.")
        }
        if let endpoint, endpoint.scheme == "http", !AddressRange.isLoopback(endpoint.host), !isEncrypted {
            note(
                "backup-s3-endpoint", "would send backups to \(endpoint.host) unencrypted.",
                "Use https, or encrypt backups with backup-passphrase-file.")
        }
        return s3Credentials().map { S3Access(endpoint: endpoint, region: region, credentials: $0) }
    }

    private mutating func s3Credentials() -> S3Credentials? {
        let secret = secret("backup-s3-secret-access-key", maxBytes: 1024)
        guard let id = text("backup-s3-access-key-id") else {
            if secret != nil { note("backup-s3-access-key-id", "is missing.", "Set the ID of the secret access key.") }
            guard let id = aws["AWS_ACCESS_KEY_ID"], let secret = aws["AWS_SECRET_ACCESS_KEY"], Self.isKeyID(id) else { return nil }
            return S3Credentials(keyID: id, secretKey: Secret(secret), sessionToken: aws["AWS_SESSION_TOKEN"].map { Secret($0) })
        }
        if !Self.isKeyID(id) { note("backup-s3-access-key-id", "is not an access key ID.", "Use letters, digits, -, _ and dots.") }
        guard let secret else {
            if text("backup-s3-secret-access-key-file") == nil {
                note(
                    "backup-s3-secret-access-key-file", "is missing.",
                    "Set the secret access key in a file or in LATCHKEY_BACKUP_S3_SECRET_ACCESS_KEY.")
            }
            return nil
        }
        return S3Credentials(keyID: id, secretKey: secret)
    }

    /// An ID is part of a header.
    private static func isKeyID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x2c && $0 != 0x2f }
    }

    private mutating func passphrase(encrypts: Bool) -> Secret<String>? {
        let limits = AgeEncryption.passphraseBytes
        guard let passphrase = secret("backup-passphrase", maxBytes: limits.upperBound) else { return nil }
        let count = passphrase.expose().utf8.count
        if encrypts, !limits.contains(count) {
            note(
                "backup-passphrase-file", "the passphrase has \(count) bytes, not \(limits.lowerBound) to \(limits.upperBound).",
                "Create one with: head -c 32 /dev/urandom | base64")
        }
        return passphrase
    }
}
