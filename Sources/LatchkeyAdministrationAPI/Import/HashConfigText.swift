import Foundation
import LatchkeyIdentity
import LatchkeyTree
package import LatchkeyWire

/// The hash parameters of a project, as shown by the Firebase console, as JSON, or as written by `latchkey users export`.
package struct HashConfigText: Sendable {
    /// The parameters by hash version; 0 is for users without a version.
    package var versions: [Int: BatchCreateRequest] = [:]

    /// The maximum size of the text, in bytes.
    package static let maxBytes = 65_536

    /// Parses and validates hash parameters.
    ///
    /// - Throws: `HashParametersError`.
    package init(_ text: String) throws {
        let text = text.trimmed(of: Self.blanks)
        let tree = text.hasPrefix("{") ? try? JSONValue(json: text.utf8) : nil
        if case .object(let members)? = tree {
            try read(members)
        } else if text.hasPrefix("{"), text.dropFirst().first(where: { !$0.isWhitespace }) == "\"" {
            throw HashParametersError("they begin as JSON and are none, or something follows after it.")
        } else {
            versions[0] = try Self.request(Self.block(text))
        }
        for request in versions.values { _ = try HashParameters(request).checked() }
    }

    /// Creates hash parameters from a dictionary that is keyed by hash version.
    package init(versions: [Int: BatchCreateRequest]) {
        self.versions = versions
    }

    private typealias Members = [(name: String, value: JSONValue)]

    private mutating func read(_ tree: Members) throws {
        let all = JSONValue.object(tree)
        var own = tree
        if case .object(let inner)? = all["hash_config"] ?? all["hashConfig"] { own = inner }
        versions[0] = try Self.request(Self.members(own))
        guard case .object(let others)? = all["versions"] else { return }
        for (name, value) in others {
            guard let number = Int(name), case .object(let members) = value else {
                throw HashParametersError("“versions” names each configuration by a number.")
            }
            versions[number] = try Self.request(Self.members(members))
        }
    }

    /// Parses `hash_config { algorithm: SCRYPT, base64_signer_key: ..., }`, with members separated by commas or newlines.
    private static func block(_ text: String) throws -> [String: String] {
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close else {
            throw HashParametersError(
                "the hash parameters are either JSON, or the block “hash_config { ... }” that the Firebase console shows.")
        }
        var members: [String: String] = [:]
        for part in text[text.index(after: open)..<close].split(whereSeparator: { $0 == "," || $0.isNewline }) {
            let sides = part.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { continue }
            members[key(sides[0].trimmed(of: blanks + "\"'"))] = sides[1].trimmed(of: blanks + "\"'")
        }
        return members
    }

    private static let blanks = " \t\r\n"

    private static func members(_ tree: Members) -> [String: String] {
        var members: [String: String] = [:]
        for (name, value) in tree {
            switch value {
            case .scalar(.string(let text)): members[key(name)] = text
            case .scalar(.number(let number)): members[key(name)] = Int(exactly: number).map { String($0) } ?? String(number)
            case .object(let inner) where name != "versions": members.merge(Self.members(inner)) { first, _ in first }
            default: break
            }
        }
        members["versions"] = nil
        return members
    }

    /// Returns the normalized name, which is equal for `base64_signer_key`, `signerKey` and `signer-key`.
    private static func key(_ name: String) -> String {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return plain.hasPrefix("base64") ? String(plain.dropFirst(6)) : plain
    }

    private static func request(_ members: [String: String]) throws -> BatchCreateRequest {
        func number(_ names: String...) throws -> Int? {
            guard let text = names.compactMap({ members[$0] }).first else { return nil }
            guard let number = Int(text) else { throw HashParametersError("\(names[0]) must be a whole number.") }
            return number
        }
        guard let algorithm = members["algorithm"] ?? members["hashalgorithm"] ?? members["hashalgo"] else {
            throw HashParametersError("“algorithm” is missing.")
        }
        // A misspelled parameter would be ignored, and then no password would match.
        let known = algorithm == HashAlgorithm.argon2.rawValue ? names.union(argon2Names) : names
        if let unknown = members.keys.filter({ !known.contains($0) }).min() {
            throw HashParametersError("“\(unknown.prefix(40))” is not a parameter of \(algorithm.prefix(40)).")
        }
        if needsRounds.contains(algorithm), members["rounds"] == nil { throw HashParametersError("rounds is missing.") }
        var request = BatchCreateRequest(
            hashAlgorithm: algorithm, signerKey: members["signerkey"] ?? members["hashkey"], saltSeparator: members["saltseparator"],
            rounds: try number("rounds"), memoryCost: try number("memcost", "memorycost"), cpuMemCost: try number("cpumemcost"),
            parallelization: try number("parallelization"), blockSize: try number("blocksize"), dkLen: try number("dklen"),
            passwordHashOrder: (members["passwordhashorder"] ?? members["hashinputorder"]).map { orders[$0] ?? $0 })
        // The Firebase CLI has one name for the memory cost of both scrypt variants.
        if algorithm == HashAlgorithm.standardScrypt.rawValue, request.cpuMemCost == nil { request.cpuMemCost = request.memoryCost }
        if algorithm == HashAlgorithm.argon2.rawValue {
            request.argon2Parameters = WireArgon2Parameters(
                hashLengthBytes: try number("hashlengthbytes"), hashType: members["hashtype"], parallelism: try number("parallelism"),
                iterations: try number("iterations"), memoryCostKib: try number("memorycostkib"), version: members["version"],
                associatedData: members["associateddata"])
        }
        return request
    }

    /// The known names, normalized by ``key(_:)``.
    private static let names: Set = [
        "algorithm", "hashalgorithm", "hashalgo", "signerkey", "hashkey", "saltseparator", "rounds", "memcost", "memorycost", "cpumemcost",
        "parallelization", "blocksize", "dklen", "passwordhashorder", "hashinputorder",
    ]
    private static let argon2Names: Set = [
        "hashlengthbytes", "hashtype", "parallelism", "iterations", "memorycostkib", "version", "associateddata",
    ]
    /// The algorithms that require `rounds` in a file. Requests without `rounds` get the minimum, but the author of a file knows the value.
    private static let needsRounds = Set([HashAlgorithm.md5, .pbkdfSHA1, .pbkdf2SHA256].map(\.rawValue))

    /// The names that the Firebase CLI uses.
    private static let orders = ["SALT_FIRST": "SALT_AND_PASSWORD", "PASSWORD_FIRST": "PASSWORD_AND_SALT"]
}

extension StringProtocol {
    fileprivate func trimmed(of characters: String) -> String {
        func isBlank(_ character: Character) -> Bool { character == "\r\n" || characters.contains(character) }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
