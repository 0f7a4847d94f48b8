// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyIdentity
import LatchkeyServer
import LatchkeyWire

/// The hash parameters of a project: as the Firebase console shows them, as JSON, or as `latchkey users export` wrote them.
struct HashConfigFile {
    /// By the version that users name; 0 for users that name none.
    var versions: [Int: BatchCreateRequest] = [:]

    static let maxBytes = 65_536

    /// - Throws: ``HashParametersError``.
    init(text: String) throws {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.hasPrefix("{"), let tree = try? JSONSerialization.jsonObject(with: Data(trimmed.utf8)) as? [String: Any] {
            try read(tree)
        } else if trimmed.hasPrefix("{"), trimmed.dropFirst().first(where: { !$0.isWhitespace }) == "\"" {
            throw HashParametersError("they begin as JSON and are none, or something follows after it.")
        } else {
            versions[0] = try Self.request(Self.block(trimmed))
        }
        for request in versions.values { _ = try HashParameters(request).checked() }
    }

    init(versions: [Int: BatchCreateRequest]) {
        self.versions = versions
    }

    private mutating func read(_ tree: [String: Any]) throws {
        let own = (tree["hash_config"] ?? tree["hashConfig"]) as? [String: Any] ?? tree
        versions[0] = try Self.request(Self.members(own))
        for (name, value) in tree["versions"] as? [String: Any] ?? [:] {
            guard let number = Int(name), let members = value as? [String: Any] else {
                throw HashParametersError("“versions” names each configuration by a number.")
            }
            versions[number] = try Self.request(Self.members(members))
        }
    }

    /// `hash_config { algorithm: SCRYPT, base64_signer_key: ..., }`: one member to a line or to a comma.
    private static func block(_ text: String) throws -> [String: String] {
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close else {
            throw HashParametersError(
                "the hash parameters are either JSON, or the block “hash_config { ... }” that the Firebase console shows.")
        }
        var members: [String: String] = [:]
        for part in text[text.index(after: open)..<close].split(whereSeparator: { $0 == "," || $0.isNewline }) {
            let sides = part.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { continue }
            let blanks = CharacterSet.whitespaces.union(CharacterSet(charactersIn: "\"'"))
            members[key(String(sides[0]).trimmingCharacters(in: blanks))] = String(sides[1]).trimmingCharacters(in: blanks)
        }
        return members
    }

    private static func members(_ tree: [String: Any]) -> [String: String] {
        var members: [String: String] = [:]
        for (name, value) in tree {
            switch value {
            case let text as String: members[key(name)] = text
            case let number as NSNumber: members[key(name)] = number.stringValue
            case let inner as [String: Any] where name != "versions": members.merge(Self.members(inner)) { first, _ in first }
            default: break
            }
        }
        members["versions"] = nil
        return members
    }

    /// Without the differences between `base64_signer_key`, `signerKey` and `signer-key`.
    private static func key(_ name: String) -> String {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return plain.hasPrefix("base64") ? String(plain.dropFirst(6)) : plain
    }

    private static func request(_ members: [String: String]) throws -> BatchCreateRequest {
        func number(_ names: String...) throws -> Int? {
            guard let text = names.compactMap({ members[$0] }).first else { return nil }
            guard let number = Int(text) else { throw HashParametersError("\(names[0]) has to be a whole number.") }
            return number
        }
        guard let algorithm = members["algorithm"] ?? members["hashalgorithm"] ?? members["hashalgo"] else {
            throw HashParametersError("“algorithm” is missing.")
        }
        // What is misspelt would be left out, and then no password matches.
        let known = algorithm == HashAlgorithm.argon2.rawValue ? names.union(argon2Names) : names
        if let unknown = members.keys.filter({ !known.contains($0) }).min() {
            throw HashParametersError("“\(unknown.prefix(40))” is no parameter of \(algorithm.prefix(40)).")
        }
        if needsRounds.contains(algorithm), members["rounds"] == nil { throw HashParametersError("rounds is missing.") }
        var request = BatchCreateRequest(
            hashAlgorithm: algorithm, signerKey: members["signerkey"] ?? members["hashkey"], saltSeparator: members["saltseparator"],
            rounds: try number("rounds"), memoryCost: try number("memcost", "memorycost"), cpuMemCost: try number("cpumemcost"),
            parallelization: try number("parallelization"), blockSize: try number("blocksize"), dkLen: try number("dklen"),
            passwordHashOrder: (members["passwordhashorder"] ?? members["hashinputorder"]).map { orders[$0] ?? $0 })
        // Firebase's own tool has one name for the memory of both kinds of scrypt.
        if algorithm == HashAlgorithm.standardScrypt.rawValue, request.cpuMemCost == nil { request.cpuMemCost = request.memoryCost }
        if algorithm == HashAlgorithm.argon2.rawValue {
            request.argon2Parameters = WireArgon2Parameters(
                hashLengthBytes: try number("hashlengthbytes"), hashType: members["hashtype"], parallelism: try number("parallelism"),
                iterations: try number("iterations"), memoryCostKib: try number("memorycostkib"), version: members["version"],
                associatedData: members["associateddata"])
        }
        return request
    }

    /// Without their differences, as ``key(_:)`` gives them.
    private static let names: Set = [
        "algorithm", "hashalgorithm", "hashalgo", "signerkey", "hashkey", "saltseparator", "rounds", "memcost", "memorycost", "cpumemcost",
        "parallelization", "blocksize", "dklen", "passwordhashorder", "hashinputorder",
    ]
    private static let argon2Names: Set = [
        "hashlengthbytes", "hashtype", "parallelism", "iterations", "memorycostkib", "version", "associateddata",
    ]
    /// Back ends that leave them out get the smallest number; whoever writes a file knows them.
    private static let needsRounds = Set([HashAlgorithm.md5, .pbkdfSHA1, .pbkdf2SHA256].map(\.rawValue))

    /// The words of Firebase's own tool.
    private static let orders = ["SALT_FIRST": "SALT_AND_PASSWORD", "PASSWORD_FIRST": "PASSWORD_AND_SALT"]
}

extension HashConfigFile {
    /// Those with a number first and in their order, so that a project without any gives them the same numbers.
    var inOrder: [VersionedHashing] {
        versions.sorted { ($0.key == 0 ? Int.max : $0.key) < ($1.key == 0 ? Int.max : $1.key) }
            .map { VersionedHashing(version: $0.key, parameters: $0.value) }
    }

    /// As JSON that `init(text:)` reads.
    func json() throws -> String {
        struct Output: Encodable {
            let hash_config: BatchCreateRequest?
            let versions: [String: BatchCreateRequest]?
        }
        let others = versions.filter { $0.key != 0 }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let output = Output(
            hash_config: versions[0],
            versions: others.isEmpty ? nil : Dictionary(uniqueKeysWithValues: others.map { (String($0.key), $0.value) }))
        return String(decoding: try encoder.encode(output), as: UTF8.self) + "\n"
    }
}
