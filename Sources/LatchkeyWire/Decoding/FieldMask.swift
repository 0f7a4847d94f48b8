import LatchkeySecrets

/// The members of a resource that a request changes (Google's `updateMask`): names separated by commas, with dots between levels.
///
/// Without a mask these are the members of the body: each member that is not an object, at any level.
public struct FieldMask: Sendable {
    /// The paths, with one camelCase name per level.
    public let paths: [[String]]
    /// Whether the paths are those of the body, because the request has no mask.
    public let isOfBody: Bool
    /// The body with camelCase names.
    private let body: AnyJSON

    /// The maximum number of paths in a mask.
    public static let maxPaths = 100
    private static let maxBytes = 8192
    private static let tooMany = WireDecodingError(.limit, path: "/updateMask", problem: "names more than \(maxPaths) members.")

    /// Parses a mask.
    ///
    /// - Parameters:
    ///   - text: The mask; `nil` or empty to use the members of the body.
    ///   - body: The request body, which contains the new values.
    /// - Throws: ``WireDecodingError``.
    public init(_ text: String?, body: [UInt8]) throws {
        self.body = try body.isEmpty ? .object([:]) : WireDecoder.tree(of: body).inCamelCase()
        guard case .object = self.body else { throw WireDecodingError(.field, problem: "must be an object.") }
        isOfBody = (text ?? "").isEmpty
        guard let text, !text.isEmpty else {
            paths = self.body.leaves
            guard paths.count <= Self.maxPaths else { throw Self.tooMany }
            return
        }
        let names = text.split(separator: ",", maxSplits: Self.maxPaths, omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maxBytes, names.count <= Self.maxPaths else {
            throw Self.tooMany
        }
        paths = names.map { $0.split(separator: ".", omittingEmptySubsequences: false).map { camelCase(String($0)) } }
        guard paths.allSatisfy({ $0.count <= WireDecoder.maxDepth && !$0.contains("") }) else {
            throw WireDecodingError(
                .field, path: "/updateMask", problem: "has to be names separated by commas, with dots between levels.")
        }
    }

    /// The paths in the body that the mask covers, down to values that are not objects.
    public var sent: [[String]] {
        paths.flatMap { path in (body.value(at: path[...])?.leaves ?? []).map { path + $0 } }
    }

    /// Returns the first path that is not known, or `nil`. The `name` of the resource is always accepted.
    ///
    /// - Parameter known: The known paths, with dots between levels. Paths above and below them are known too.
    public func stranger(to known: Set<String>) -> String? {
        (paths + sent).map { $0.joined(separator: ".") }.first { path in
            path != "name" && !known.contains { Self.overlap($0, path) }
        }
    }

    /// Returns whether a member is changed, because the mask contains it or a path above or below it.
    public func contains(_ path: String) -> Bool {
        paths.contains { Self.overlap($0.joined(separator: "."), path) }
    }

    /// Returns the resource with the mask applied: members in the mask are taken from the body, and are reset if the body omits them. All
    /// other members stay unchanged.
    ///
    /// - Throws: ``WireDecodingError`` for a member of the wrong type.
    public func applied<Resource: Codable>(to present: Resource) throws -> Resource {
        let tree = try AnyJSON(json: WireEncoder.encode(present), maxDepth: WireDecoder.maxDepth)
        return try WireDecoder.decode(
            Resource.self, tree: paths.reduce(tree) { $0.setting($1[...], to: body.value(at: $1[...])) })
    }

    /// Returns the resource with the mask applied as Google's emulator does: members in the mask are taken from the body, and stay
    /// unchanged if the body omits them.
    ///
    /// - Throws: ``WireDecodingError`` for a member of the wrong type.
    public func appliedWhereSent<Resource: Codable>(to present: Resource) throws -> Resource {
        let tree = try AnyJSON(json: WireEncoder.encode(present), maxDepth: WireDecoder.maxDepth)
        return try WireDecoder.decode(
            Resource.self,
            tree: paths.reduce(tree) { tree, path in
                switch body.value(at: path[...]) {
                case nil, .null?: tree
                case let value: tree.setting(path[...], to: value)
                }
            })
    }

    private static func overlap(_ one: String, _ other: String) -> Bool {
        one == other || one.hasPrefix(other + ".") || other.hasPrefix(one + ".")
    }
}

extension AnyJSON {
    /// Returns the tree with camelCase names.
    ///
    /// - Throws: ``WireDecodingError`` for a member in two spellings. If repeated members are accepted, the camelCase one is used.
    fileprivate func inCamelCase() throws -> AnyJSON {
        switch self {
        case .object(let members):
            .object(
                try Dictionary(
                    members.sorted { $0.key < $1.key }.map { (camelCase($0.key), (name: $0.key, tree: try $0.value.inCamelCase())) },
                    uniquingKeysWith: { first, second in
                        guard WireDecoder.repeatedMembers == .lastCounts else { throw WireDecodingError.repeated(second.name) }
                        return first
                    }
                ).mapValues(\.tree))
        case .array(let elements): .array(try elements.map { try $0.inCamelCase() })
        default: self
        }
    }

    /// The paths of all values that are not objects. Null counts as an absent member.
    fileprivate var leaves: [[String]] {
        switch self {
        case .object(let members): members.sorted { $0.key < $1.key }.flatMap { name, value in value.leaves.map { [name] + $0 } }
        case .null: []
        default: [[]]
        }
    }

    fileprivate func value(at path: ArraySlice<String>) -> AnyJSON? {
        guard let name = path.first else { return self }
        guard case .object(let members) = self else { return nil }
        return members[name]?.value(at: path.dropFirst())
    }

    fileprivate func setting(_ path: ArraySlice<String>, to value: AnyJSON?) -> AnyJSON {
        guard let name = path.first else { return value ?? .null }
        var members: [String: AnyJSON] = [:]
        if case .object(let present) = self { members = present }
        members[name] = (members[name] ?? .null).setting(path.dropFirst(), to: value)
        return .object(members)
    }
}
