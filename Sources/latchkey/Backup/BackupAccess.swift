import LatchkeyBackup
import LatchkeySecrets

/// What is needed to write and to read backups.
struct BackupAccess: Sendable {
    /// Encrypts and decrypts backups; `nil` for none.
    var passphrase: Secret<String>?
    /// The S3 server; `nil` if there are no credentials.
    var s3: S3Access?

    /// - Throws: ``Failure`` that names what is missing.
    func s3(for place: S3Place) throws -> S3Access {
        guard let s3 else {
            throw Failure(
                "\(place) needs credentials: set backup-s3-access-key-id and backup-s3-secret-access-key-file in the settings, "
                    + "or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.")
        }
        return s3
    }
}
