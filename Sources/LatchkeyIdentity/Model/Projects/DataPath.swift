/// A place in a project's databases where the data of one user is, such as `/users/{UID}`. It is removed when the account is deleted.
public struct DataPath: Sendable, Equatable {
    /// The path, with a slash before each key.
    public let text: String

    /// The key that stands for the uid, as in Firebase's extension Delete User Data.
    public static let placeholder = "{UID}"
    /// The maximum number of paths of a project.
    public static let maxCount = 20
    /// The maximum length of a path in bytes.
    public static let maxBytes = 768
    /// The maximum number of keys.
    public static let maxKeys = 32
    /// The path of a new project: its rules let each user write there.
    public static let standard = [DataPath("/users/{UID}")].compactMap(\.self)

    /// Creates a path. Slashes at the ends are optional.
    ///
    /// - Returns: `nil` unless one of the keys is `{UID}`, the others are valid keys of a database without braces and commas, and the path is
    ///   within the limits.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes else { return nil }
        var keys = text.split(separator: "/", omittingEmptySubsequences: false)[...]
        if keys.first?.isEmpty == true { keys = keys.dropFirst() }
        if keys.last?.isEmpty == true { keys = keys.dropLast() }
        guard (1...Self.maxKeys).contains(keys.count), keys.contains(Self.placeholder[...]),
            keys.allSatisfy({ $0 == Self.placeholder || Self.isKey($0) })
        else { return nil }
        self.text = "/" + keys.joined(separator: "/")
    }

    private static func isKey(_ text: Substring) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !".$#[]{},".unicodeScalars.contains($0) }
    }

    /// Returns the path of an account's data.
    package func text(of account: AccountID) -> String { "/" + keys(of: account).joined(separator: "/") }

    /// Returns the keys of an account's data.
    public func keys(of account: AccountID) -> [String] {
        text.split(separator: "/").map { $0 == Self.placeholder ? account.rawValue : String($0) }
    }
}
