/// What a request changes of a resource (Google's `updateMask`): names separated by commas, dots between levels.
///
/// Without a mask it is what the body has: every member that is no object, and no object as a whole.
public struct FieldMask: Sendable {
    /// Each in camelCase, a name a level.
    public let paths: [[String]]
    /// No mask was given: the names are those of the body.
    public let isOfBody: Bool
    /// In camelCase.
    private let body: WireTree

    /// Paths in one mask.
    public static let maxPaths = 100
    private static let maxBytes = 8192
    private static let tooMany = WireDecodingError(.limit, path: "/updateMask", problem: "names more than \(maxPaths) members.")

    /// - Parameter body: The request's, which says what becomes of what is named.
    /// - Throws: ``WireDecodingError``.
    public init(_ text: String?, body: [UInt8]) throws {
        self.body = try body.isEmpty ? .object([:]) : WireTree(json: body, maxDepth: WireDecoder.maxDepth).inCamelCase()
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

    /// What the body has of what is named, down to everything that is no object.
    public var sent: [[String]] {
        paths.flatMap { path in (body.value(at: path[...])?.leaves ?? []).map { path + $0 } }
    }

    /// The first name that is none of those known. A resource's own name may be sent back.
    ///
    /// - Parameter known: With dots between levels; whatever lies above or below one of them is known too.
    public func stranger(to known: Set<String>) -> String? {
        (paths + sent).map { $0.joined(separator: ".") }.first { path in
            path != "name" && !known.contains { Self.overlap($0, path) }
        }
    }

    /// Whether a member is to be changed; it is when something above or below it is named too.
    public func contains(_ path: String) -> Bool {
        paths.contains { Self.overlap($0.joined(separator: "."), path) }
    }

    /// A resource as the request wants it: what is named is taken from the body, and is reset where the body does not have it;
    /// everything else stays.
    ///
    /// - Throws: ``WireDecodingError`` for a member of the wrong type.
    public func applied<Resource: Codable>(to present: Resource) throws -> Resource {
        let tree = try WireTree(json: WireEncoder.encode(present), maxDepth: WireDecoder.maxDepth)
        return try WireDecoder.decode(
            Resource.self, tree: paths.reduce(tree) { $0.setting($1[...], to: body.value(at: $1[...])) })
    }

    /// Applies a mask as Google's emulator does: members that the mask names are taken from the body, and stay unchanged if the body omits
    /// them.
    ///
    /// - Throws: ``WireDecodingError`` for a member of the wrong type.
    public func appliedWhereSent<Resource: Codable>(to present: Resource) throws -> Resource {
        let tree = try WireTree(json: WireEncoder.encode(present), maxDepth: WireDecoder.maxDepth)
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

extension WireTree {
    /// - Throws: ``WireDecodingError`` for a member in two spellings. Where repeated members are accepted, the camelCase one is used.
    fileprivate func inCamelCase() throws -> WireTree {
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

    /// The paths of everything that is no object. Null says that a member is absent.
    fileprivate var leaves: [[String]] {
        switch self {
        case .object(let members): members.sorted { $0.key < $1.key }.flatMap { name, value in value.leaves.map { [name] + $0 } }
        case .null: []
        default: [[]]
        }
    }

    fileprivate func value(at path: ArraySlice<String>) -> WireTree? {
        guard let name = path.first else { return self }
        guard case .object(let members) = self else { return nil }
        return members[name]?.value(at: path.dropFirst())
    }

    fileprivate func setting(_ path: ArraySlice<String>, to value: WireTree?) -> WireTree {
        guard let name = path.first else { return value ?? .null }
        var members: [String: WireTree] = [:]
        if case .object(let present) = self { members = present }
        members[name] = (members[name] ?? .null).setting(path.dropFirst(), to: value)
        return .object(members)
    }
}
