// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Which members of a resource a request changes (Google's `updateMask`): names separated by commas, dots between levels.
public struct FieldMask: Equatable, Sendable {
    /// Each in camelCase, a name a level.
    public let paths: [[String]]

    /// Paths in one mask.
    public static let maxPaths = 100
    private static let maxBytes = 8192

    /// Reads a mask; `nil` and an empty one name nothing.
    ///
    /// - Throws: ``WireDecodingError``.
    public init(_ text: String?) throws {
        let text = text ?? ""
        let names = text.split(separator: ",")
        guard text.utf8.count <= Self.maxBytes, names.count <= Self.maxPaths else {
            throw WireDecodingError(.limit, path: "/updateMask", problem: "names more than \(Self.maxPaths) members.")
        }
        paths = names.map { $0.split(separator: ".").map { camelCase(String($0)) } }
        guard text.isEmpty || !paths.isEmpty, paths.allSatisfy({ !$0.isEmpty && $0.count <= WireDecoder.maxDepth }) else {
            throw WireDecodingError(.field, path: "/updateMask", problem: "has to be names separated by commas.")
        }
    }

    /// A resource as a request wants it: what the mask names is taken from the body, and is reset where the body does not have it;
    /// everything else stays. Without a mask every member that the body has is taken, and objects are merged.
    ///
    /// - Throws: ``WireDecodingError`` for a body that cannot be read, and for a name that the resource does not have.
    public func applying<Resource: Codable>(_ body: [UInt8], to present: Resource, known: Set<String>) throws -> Resource {
        let change = try body.isEmpty ? .object([:]) : WireTree(json: body, maxDepth: WireDecoder.maxDepth).inCamelCase
        var tree = try WireTree(json: WireEncoder.encode(present), maxDepth: WireDecoder.maxDepth)
        if paths.isEmpty {
            tree = tree.merged(with: change)
        } else {
            for path in paths {
                guard let first = path.first, known.contains(first) else {
                    throw WireDecodingError(
                        .field, path: "/updateMask",
                        problem: "names \(path.joined(separator: ".").prefix(64)), which cannot be changed here.")
                }
                tree = tree.setting(path[...], to: change.value(at: path[...]))
            }
        }
        return try WireDecoder.decode(Resource.self, tree: tree)
    }
}

extension WireTree {
    fileprivate var inCamelCase: WireTree {
        switch self {
        case .object(let members):
            .object(Dictionary(members.map { (camelCase($0.key), $0.value.inCamelCase) }, uniquingKeysWith: { first, _ in first }))
        case .array(let elements): .array(elements.map(\.inCamelCase))
        default: self
        }
    }

    fileprivate func merged(with change: WireTree) -> WireTree {
        guard case .object(let mine) = self, case .object(let theirs) = change else { return change }
        return .object(mine.merging(theirs) { $0.merged(with: $1) })
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
