import Crypto
import Foundation
import LatchkeySecrets
import Testing

@testable import LatchkeyIdentity

/// The parts of a signed token, to be changed in any single way. Members are JSON text, so that a name can appear twice and a value can be
/// invalid.
struct ForgedJWT: Sendable {
    struct Member: Sendable {
        var name: String
        var json: String
    }

    var header: [Member]
    var claims: [Member]
    var key: PrivateSigningKey
    /// Public data that an attacker has too. The only RSA keys here are those of service accounts.
    let publicPEM: String

    init(header: [Member], claims: [Member], key: PrivateSigningKey) {
        (self.header, self.claims, self.key) = (header, claims, key)
        publicPEM =
            switch key {
            case .rsa: Stage.serviceAccount.account.publicKeyPEM
            case .p256(let key): key.publicKey.pemRepresentation
            }
    }

    /// - Parameter key: The key that signed it, so that changed tokens can be signed too.
    init(reading token: String, key: PrivateSigningKey) throws {
        let parts = token.split(separator: ".").map(String.init)
        self.init(header: try Self.members(parts[0]), claims: try Self.members(parts[1]), key: key)
    }

    private static func members(_ part: String) throws -> [Member] {
        let bytes = try #require(Base64URL.decode(part))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return try object.sorted { $0.key < $1.key }.map { name, value in
            let json = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes])
            return Member(name: name, json: String(decoding: json, as: UTF8.self))
        }
    }

    private static func text(_ members: [Member]) -> String {
        "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
    }

    /// The signed text.
    var signed: String { Base64URL.encode(Self.text(header).utf8) + "." + Base64URL.encode(Self.text(claims).utf8) }
    func signature() throws -> [UInt8] { Array(try key.signature(of: signed)) }
    func token() throws -> String { signed + "." + Base64URL.encode(try signature()) }

    /// Returns a changed copy; `nil` removes the member.
    func header(_ name: String, _ json: String?) -> ForgedJWT {
        var changed = self
        changed.header = Self.changed(header, name, json)
        return changed
    }

    func claim(_ name: String, _ json: String?) -> ForgedJWT {
        var changed = self
        changed.claims = Self.changed(claims, name, json)
        return changed
    }

    private static func changed(_ members: [Member], _ name: String, _ json: String?) -> [Member] {
        var members = members
        let place = members.firstIndex { $0.name == name }
        if let place, let json { members[place].json = json }
        if let place, json == nil { members.remove(at: place) }
        if place == nil, let json { members.append(Member(name: name, json: json)) }
        return members
    }

    func signed(by other: PrivateSigningKey) -> ForgedJWT {
        var changed = self
        changed.key = other
        return changed
    }

    func json(_ claim: String) -> String? { claims.first { $0.name == claim }?.json }
}
