import LatchkeyBackup

/// A place for backups: a file, a folder, an object, or a prefix of objects.
enum BackupPlace: Sendable, Equatable {
    case file(String)
    case folder(String)
    case object(S3Place)
    case prefix(S3Place)

    /// - Parameter text: A path or `s3://BUCKET/…`.
    /// - Throws: ``Failure`` for an S3 address that is wrong.
    init(_ text: String) throws {
        guard text.hasPrefix(S3Place.scheme) else {
            self = FilePermissions(of: text)?.isFolder == true ? .folder(text) : .file(text)
            return
        }
        guard let place = S3Place(text) else { throw Failure("\(text) is not an S3 address. \(Self.form)") }
        // Prefixes need not exist, so the name decides.
        self = place.key.hasSuffix(".db") || place.key.hasSuffix(".age") ? .object(place) : .prefix(place)
    }

    static let form = "Use the form s3://BUCKET/PREFIX, or s3://BUCKET/KEY with a key that ends with .db or .age."

    /// The path or the address.
    var text: String {
        switch self {
        case .file(let path), .folder(let path): path
        case .object(let place), .prefix(let place): place.description
        }
    }

    /// Whether backups are named after their time there.
    var hasMany: Bool {
        switch self {
        case .folder, .prefix: true
        case .file, .object: false
        }
    }
}
