import LatchkeyBackup

/// The settings of the continuous archive.
struct ArchiveSettings: Sendable {
    /// A folder or a prefix.
    let place: BackupPlace
    let snapshotEvery: Duration
    /// The time for which every moment can be restored.
    let keep: Duration
    let access: BackupAccess

    /// Opens the place for the duration of an operation.
    static func open<Result: Sendable>(
        _ place: BackupPlace, access: BackupAccess, _ body: @Sendable (any ArchiveTarget) async throws -> Result
    ) async throws -> Result {
        switch place {
        case .folder(let path), .file(let path): return try await body(FolderArchive(path: path))
        case .prefix(let prefix), .object(let prefix):
            return try await S3Bucket.open(prefix, access: try access.s3(for: prefix)) {
                try await body(S3Archive(place: prefix, bucket: $0))
            }
        }
    }
}
