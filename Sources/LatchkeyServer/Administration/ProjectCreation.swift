public import LatchkeyIdentity
public import LatchkeyTree

/// Makes projects, whichever way they are asked for.
public struct ProjectCreation: Sendable {
    private let setup: ProjectSetup
    private let trees: (any TreeStore)?
    private let isSandbox: Bool

    /// Would stand where paths have words of their own.
    private static let reserved: Set<String> = ["projects", "accounts"]
    public static let maxNameCharacters = 100

    /// - Parameters:
    ///   - trees: the store of the databases, whose names are checked; nil if there is none.
    ///   - isSandbox: whether the server is a sandbox, where new projects allow anonymous sign-in.
    public init(setup: ProjectSetup, trees: (any TreeStore)?, isSandbox: Bool) {
        self.setup = setup
        self.trees = trees
        self.isSandbox = isSandbox
    }

    /// - Throws: ``SettingRefusal`` for a name that cannot be, or is taken.
    public func create(_ id: String, name: String?) async throws -> (Project, APIKey) {
        guard ProjectID.isValid(id), !Self.reserved.contains(id) else {
            throw SettingRefusal(
                "\(id.prefix(64)) cannot name a project: 4 to 30 lower-case letters, digits and hyphens, a letter first and no hyphen last, "
                    + "and neither “projects” nor “accounts”.")
        }
        let name = try Self.checkedName(name ?? id)
        // Its name would lead to the other project's.
        if let known = try await trees?.database(named: id), known.project != id {
            throw SettingRefusal("There is a database \(id) already, of the project \(known.project). Choose another name.")
        }
        do {
            return try await setup.create(ProjectID(rawValue: id), displayName: name, settings: ProjectSettings(anonymousSignIn: isSandbox))
        } catch let conflict as StoreConflict where conflict.subject == .project {
            throw SettingRefusal("There is a project \(id) already.")
        }
    }

    /// - Throws: ``SettingRefusal``.
    public static func checkedName(_ name: String) throws -> String {
        guard !name.isEmpty, name.count <= maxNameCharacters,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw SettingRefusal("A name has 1 to \(maxNameCharacters) characters, and no control characters.")
        }
        return name
    }
}
