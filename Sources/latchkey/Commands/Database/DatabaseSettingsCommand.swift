import ArgumentParser
import LatchkeyTree

struct DatabaseSettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change the limits of a database, and show how large it is.",
        discussion: """
            Without options, the command changes nothing. A running server applies changes at once. Sizes are estimates of the memory that \
            the data takes; KB, MB and GB are powers of 1024.
            """)

    @Option(help: ArgumentHelp("The largest size of the database, such as 2GB and at least 1MB, or none for no limit.", valueName: "size"))
    var sizeLimit: String?
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            """
            The largest size of each location that matches a path, such as '/users/$uid=10MB'. Limits apply to writes by users, not by \
            administrators. Repeatable; replaces all limits set before. 'none' removes all limits; 'default' restores the one of a new \
            project, as long as the rules are those of a new project.
            """, valueName: "path=size"))
    var pathSizeLimit: [String] = []
    @Option(help: "The size limit of a write that does not set one: tiny, small, medium, large or unlimited.")
    var defaultWriteSizeLimit: String?
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        _ = try change()
    }

    func run() async throws {
        let change = try change()
        let path = database.path("settings")
        let call = change == DatabaseSettingsChange() ? .get(path) : try AdminCall.patch(path, change)
        try admin.show(try await admin.send(call, for: DatabaseSettingsDescription.self)) { $0.facts }
    }

    private func change() throws -> DatabaseSettingsChange {
        var change = DatabaseSettingsChange(defaultWriteSizeLimit: defaultWriteSizeLimit)
        if let sizeLimit { change.sizeLimit = try sizeLimit == "none" ? 0 : Self.bytes(sizeLimit, of: "size-limit") }
        switch pathSizeLimit {
        case []: break
        case ["default"]: change.hasStandardPathSizeLimits = true
        case ["none"]: change.pathSizeLimits = [:]
        default:
            var limits: [String: Int] = [:]
            for text in pathSizeLimit {
                guard let mark = text.lastIndex(of: "=") else {
                    throw ValidationError(
                        "--path-size-limit: \(text) is not a limit. Use a path and a size, for example '/users/$uid=10MB'.")
                }
                let path = String(text[..<mark])
                guard path.hasPrefix("/") else {
                    throw ValidationError("--path-size-limit: \(path) is not a path. Paths begin with a slash: '/users/$uid=10MB'.")
                }
                limits[path] = try Self.bytes(String(text[text.index(after: mark)...]), of: "path-size-limit")
            }
            change.pathSizeLimits = limits
        }
        return change
    }

    private static func bytes(_ text: String, of option: String) throws -> Int {
        guard let count = ByteCount(text: text), count.bytes > 0 else {
            throw ValidationError("--\(option): \(text) is not a size. Use a whole number with KB, MB or GB, such as 500MB, or none.")
        }
        return count.bytes
    }
}

extension DatabaseSettingsDescription {
    fileprivate var facts: String {
        var facts = FactList()
        facts.add("database", name)
        facts.add("project", project)
        facts.add("size", Count.text(size, "byte"))
        facts.add("size-limit", sizeLimit == 0 ? "none" : "\(ByteCount(sizeLimit))")
        facts.add("path-size-limit", pathLimits)
        facts.add("default-write-size-limit", defaultWriteSizeLimit)
        return facts.text
    }

    private var pathLimits: String {
        guard let pathSizeLimits else { return "default (/users/$uid=10 MB under the rules of a new project)" }
        if pathSizeLimits.isEmpty { return "none" }
        return pathSizeLimits.sorted { $0.key < $1.key }.map { "\($0.key)=\(ByteCount($0.value))" }.joined(separator: ", ")
    }
}
