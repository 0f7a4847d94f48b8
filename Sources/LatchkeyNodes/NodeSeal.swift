public import Crypto
import Foundation
package import HTTPTypes
package import LatchkeyIdentity
package import LatchkeySecrets
import Synchronization

/// The proof that a request comes from a node with the same store.
///
/// It is a code (HMAC-SHA256) of the request without its body, the node that it is for, the time and a random number. Requests for
/// ``NodeDoor/commands`` and ``NodeDoor/links`` were admitted by the other node, so their proofs are valid once in each process; others contain
/// a session or a token, which this node checks.
public final class NodeSeal: Sendable {
    private let key: SymmetricKey
    private let random: RandomTokens
    private let now: WallClock
    /// The proofs of commands and links that were used since a time, and in the period before.
    private let used = Mutex<(since: Date, now: Set<String>, before: Set<String>)>((.distantPast, [], []))

    /// The difference of the clocks of two nodes, together with the time that a request takes.
    private static let tolerance: TimeInterval = 300
    /// The name of the header.
    package static let header = HTTPField.Name("latchkey-node-proof")

    /// - Parameter key: A key that all nodes have, and nothing else.
    public convenience init(_ key: SymmetricKey) { self.init(key, now: { Date() }) }

    package init(_ key: SymmetricKey, random: RandomTokens = .system, now: @escaping WallClock) {
        self.key = key
        self.random = random
        self.now = now
    }

    /// Returns the value of the header for a request with its headers for the other node.
    ///
    /// - Parameter node: The name of the other node.
    package func proof(
        for door: NodeDoor, at node: String, _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields
    ) -> String {
        let claim = "\(door.rawValue) \(Int(now().timeIntervalSince1970)) \(random.token(byteCount: 16))"
        return claim + " " + code(of: claim, node, method, target, fields)
    }

    /// Returns the part of this node that a request is for.
    ///
    /// - Parameter node: The name of this node.
    /// - Returns: `nil` if the proof is not valid, too old, or was used.
    package func door(
        _ proof: String, at node: String, _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields
    ) -> NodeDoor? {
        let parts = proof.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let door = NodeDoor(rawValue: parts[0]), let seconds = Int(parts[1]) else { return nil }
        let claim = parts.dropLast().joined(separator: " ")
        let time = now()
        guard parts[3].equalsInConstantTime(code(of: claim, node, method, target, fields)),
            abs(time.timeIntervalSince1970 - Double(seconds)) <= Self.tolerance,
            ![.commands, .links].contains(door) || use(claim, at: time)
        else { return nil }
        return door
    }

    /// - Returns: `false` if the proof was used before.
    private func use(_ claim: String, at time: Date) -> Bool {
        used.withLock { used in
            // One that is older than two periods is refused for its age.
            if time.timeIntervalSince(used.since) > 2 * Self.tolerance { used = (time, [], used.now) }
            return !used.before.contains(claim) && used.now.insert(claim).inserted
        }
    }

    private func code(
        of claim: String, _ node: String, _ method: HTTPRequest.Method, _ target: String, _ fields: HTTPFields
    ) -> String {
        // What decides about access, and the address in the audit log. A line break cannot be part of a line.
        let names = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "authorization", "cookie", "origin"]
        let values = names.map { name in HTTPField.Name(name).map { fields[values: $0].joined(separator: ", ") } ?? "" }
        let text = (["latchkey node", claim, node, method.rawValue, target] + values).joined(separator: "\n")
        return HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
