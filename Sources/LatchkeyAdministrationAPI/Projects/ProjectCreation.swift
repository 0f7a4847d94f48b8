public import LatchkeyIdentity
public import LatchkeyTree
import LatchkeyWeb

/// Creates projects, for both the console and the command-line tool.
public struct ProjectCreation: Sendable {
    private let setup: ProjectSetup
    private let trees: (any TreeStore)?
    private let isSandbox: Bool

    /// The names that would be ambiguous in paths.
    private static let reserved: Set<String> = ["projects", "accounts"]
    /// The maximum length of a display name, in characters.
    public static let maxNameCharacters = 100

    /// Creates the service that creates projects.
    ///
    /// - Parameters:
    ///   - trees: The database store, for the check of names; `nil` if there is none.
    ///   - isSandbox: Whether the server is a sandbox, where new projects allow anonymous sign-in.
    public init(setup: ProjectSetup, trees: (any TreeStore)?, isSandbox: Bool) {
        self.setup = setup
        self.trees = trees
        self.isSandbox = isSandbox
    }

    /// Creates a project with an API key.
    ///
    /// - Parameters:
    ///   - id: 4 to 30 lower-case letters, digits and hyphens, with a letter first and no hyphen last.
    ///   - name: The display name; by default, the ID.
    /// - Throws: ``SettingRefusal`` for an invalid ID or name, and for an ID that is taken.
    public func create(_ id: String, name: String?) async throws -> (Project, APIKey) {
        guard ProjectID.isValid(id), !Self.reserved.contains(id) else {
            throw SettingRefusal(
                "\(id.prefix(64)) cannot name a project: 4 to 30 lower-case letters, digits and hyphens, a letter first and no hyphen last, "
                    + "and neither “projects” nor “accounts”.")
        }
        let name = try Self.checkedName(name ?? id)
        // The name would refer to the other project's database.
        if let known = try await trees?.database(named: id), known.project != id {
            throw SettingRefusal("There is a database \(id) already, of the project \(known.project). Choose another name.")
        }
        do {
            return try await setup.create(ProjectID(rawValue: id), displayName: name, settings: ProjectSettings(anonymousSignIn: isSandbox))
        } catch let conflict as StoreConflict where conflict.subject == .project {
            throw SettingRefusal("There is a project \(id) already.")
        }
    }

    /// Returns the display name if it is valid.
    ///
    /// - Throws: ``SettingRefusal`` for an empty or long name, or one with control characters.
    public static func checkedName(_ name: String) throws -> String {
        guard !name.isEmpty, name.count <= maxNameCharacters,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw SettingRefusal("A name has 1 to \(maxNameCharacters) characters, and no control characters.")
        }
        return name
    }
}
