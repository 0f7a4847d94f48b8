import Crypto
import Foundation
import LatchkeySecrets
import Testing

@testable import LatchkeyIdentity

/// A token that an attacker without the key makes from a valid one. It must be refused for every kind of token.
struct Forgery: Sendable {
    let sentence: String
    let text: String

    /// All forgeries of one token.
    ///
    /// - Parameter stranger: An unrelated key of the same kind.
    static func all(of good: ForgedJWT, stranger: PrivateSigningKey) throws -> [Forgery] {
        let signature = try good.signature()
        return try headers(of: good, signature) + claims(of: good, signature) + signatures(of: good, signature)
            + keys(of: good, signature, stranger) + texts(of: good)
    }

    private static func stale(_ sentence: String, _ changed: ForgedJWT, _ signature: [UInt8]) -> Forgery {
        Forgery(sentence: sentence, text: changed.signed + "." + Base64URL.encode(signature))
    }

    // MARK: Changed parts with the original signature

    private static func headers(of good: ForgedJWT, _ signature: [UInt8]) -> [Forgery] {
        let algorithms = ["none", "None", "NONE", "HS256", "RS512", "PS256", "ES384", "EdDSA", "dir", "es256", "rs256", ""]
        let keyIDs = [
            "unknown", "", "../../../../dev/null", "/etc/hostname", "' OR 1=1 --", "https://evil.example/key",
            String(repeating: "k", count: 3000), "default",
        ]
        var changes: [(String, String?)] = algorithms.map { ("alg", "\"\($0)\"") }
        changes += keyIDs.map { ("kid", "\"\($0)\"") }
        let others: [(String, String?)] = [
            ("alg", nil), ("alg", "1"), ("alg", "null"), ("alg", #"["ES256","RS256"]"#), ("kid", "7"), ("kid", "{}"),
            ("typ", "\"at+jwt\""), ("typ", "\"logout+jwt\""), ("typ", "7"), ("cty", "\"JWT\""), ("crit", #"["exp"]"#), ("b64", "false"),
            ("zip", "\"DEF\""), ("enc", "\"A128GCM\""), ("jku", "\"https://evil.example/jwks\""),
            ("x5u", "\"https://evil.example/cert\""), ("x5c", #"["MIIB"]"#), ("jwk", #"{"kty":"oct","k":"AA"}"#),
        ]
        changes += others
        var rows = changes.map { stale("\($0.0) \($0.1?.prefix(40) ?? "missing")", good.header($0.0, $0.1), signature) }
        for (sentence, at) in [("before", 0), ("after", good.header.count)] {
            var twice = good
            twice.header.insert(.init(name: "alg", json: "\"none\""), at: at)
            rows.append(stale("alg none \(sentence) the right one", twice, signature))
        }
        return rows
    }

    /// Every claim changed, removed and duplicated.
    private static func claims(of good: ForgedJWT, _ signature: [UInt8]) -> [Forgery] {
        var rows = [stale("a claim more", good.claim("admin", "true"), signature)]
        for member in good.claims {
            let other = member.json.hasPrefix("\"") ? #""x\#(member.json.dropFirst())"# : Int(member.json).map { String($0 + 1) } ?? "\"x\""
            var (after, before) = (good, good)
            after.claims.append(.init(name: member.name, json: other))
            before.claims.insert(.init(name: member.name, json: other), at: 0)
            rows.append(stale("another \(member.name)", good.claim(member.name, other), signature))
            rows.append(stale("no \(member.name)", good.claim(member.name, nil), signature))
            rows.append(stale("another \(member.name) after the right one", after, signature))
            rows.append(stale("another \(member.name) before the right one", before, signature))
        }
        return rows
    }

    // MARK: The signature

    private static func signatures(of good: ForgedJWT, _ signature: [UInt8]) -> [Forgery] {
        func row(_ sentence: String, _ bytes: [UInt8]) -> Forgery { stale(sentence, good, bytes) }
        var rows = stride(from: 0, to: signature.count, by: max(1, signature.count / 8)).map { place in
            var bytes = signature
            bytes[place] ^= 1
            return row("byte \(place) of the signature", bytes)
        }
        rows += [
            row("no signature", []), row("half a signature", Array(signature.prefix(signature.count / 2))),
            row("a byte less", Array(signature.dropLast())), row("a byte more", signature + [0]),
            row("a zero before", [0] + signature), row("nothing but zeros", signature.map { _ in 0 }),
            row("nothing but ones", signature.map { _ in 255 }), row("twice", signature + signature),
            row("backwards", signature.reversed()),
        ]
        // OpenSSL writes ECDSA signatures in ASN.1; RFC 7518, section 3.4, requires the two numbers only.
        if case .p256(let key) = good.key, let other = try? key.signature(for: SHA256.hash(data: Array(good.signed.utf8))) {
            rows.append(row("in ASN.1", Array(other.derRepresentation)))
        }
        return rows
    }

    // MARK: Other keys

    private static func keys(of good: ForgedJWT, _ signature: [UInt8], _ stranger: PrivateSigningKey) throws -> [Forgery] {
        let none = good.header("alg", "\"none\"")
        let jwk = String(decoding: try JSONEncoder().encode(try stranger.publicJWK(id: "own")), as: UTF8.self)
        let theirs = good.signed(by: stranger)
        var rows = [
            Forgery(sentence: "alg none without a signature", text: none.signed + "."),
            Forgery(sentence: "alg none without its last point", text: none.signed),
            stale("alg none with the signature of before", none, signature),
            Forgery(sentence: "a stranger's key under the right id", text: try theirs.token()),
            Forgery(sentence: "a stranger's key under its own id", text: try theirs.header("kid", "\"own\"").token()),
            Forgery(sentence: "a stranger's key without an id", text: try theirs.header("kid", nil).token()),
            Forgery(sentence: "a stranger's key that the header brings", text: try theirs.header("jwk", jwk).token()),
            Forgery(
                sentence: "a stranger's key at an address in the header",
                text: try theirs.header("jku", "\"https://evil.example/jwks\"").header("kid", "\"own\"").token()),
        ]
        // The public key as a shared secret, in the encodings in which it is published.
        let secrets = [
            ("PEM", Data(good.publicPEM.utf8)), ("PEM with a line end", Data((good.publicPEM + "\n").utf8)), ("nothing", Data()),
            ("its id", Data((good.header.first { $0.name == "kid" }?.json ?? "").utf8)),
        ]
        for (name, secret) in secrets {
            let shared = good.header("alg", "\"HS256\"")
            let code = HMAC<SHA256>.authenticationCode(for: Data(shared.signed.utf8), using: SymmetricKey(data: secret))
            rows.append(stale("HS256 with the public key as the secret: \(name)", shared, Array(code)))
        }
        return rows
    }

    // MARK: The text

    private static func texts(of good: ForgedJWT) throws -> [Forgery] {
        let token = try good.token()
        let parts = token.split(separator: ".").map(String.init)
        let changes: [(String, String)] = [
            ("a space before", " " + token), ("a space after", token + " "), ("a line end", token + "\n"), ("a tab", "\t" + token),
            ("padding", token + "="), ("more padding", token + "=="),
            ("a header with padding", [parts[0] + "=", parts[1], parts[2]].dotted),
            ("a point more", token + "."), ("a point before", "." + token), ("four parts", token + "." + parts[2]),
            ("five parts, as if encrypted", [parts[0], "", "", parts[1], parts[2]].dotted), ("two parts", parts[0] + "." + parts[1]),
            ("one part", parts[1]), ("no header", "." + parts[1] + "." + parts[2]), ("no claims", parts[0] + ".." + parts[2]),
            ("header and claims exchanged", [parts[1], parts[0], parts[2]].dotted), ("cut short", String(token.dropLast())),
            ("a letter more", token + "A"), ("twice", token + token), ("a word before", "Bearer " + token), ("nothing but points", ".."),
            ("JSON", String(decoding: Base64URL.decode(parts[1]) ?? [], as: UTF8.self)), ("a quotation mark", token + "\""),
            ("points as escapes", token.replacingOccurrences(of: ".", with: "%2E")), ("a zero byte", token + "\u{0}"),
            ("full-width points", token.replacingOccurrences(of: ".", with: "\u{ff0e}")), ("small letters", token.lowercased()),
            ("a combining character after a point", parts[0] + ".\u{301}" + parts[1] + "." + parts[2]),
            ("longer than any token", token + String(repeating: "A", count: 40_000)), ("a comma", token + "," + token),
            ("claims that are a list", try signed("[\(good.claims.count)]", good)), ("claims that are no JSON", try signed("{", good)),
            ("claims that are nothing", try signed("null", good)),
        ]
        var rows = changes.map { Forgery(sentence: $0.0, text: $0.1) }
        // The last letter of a signature has unused bits: another letter, the same bytes.
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        if let last = token.last.flatMap({ alphabet.firstIndex(of: $0) }) {
            rows.append(Forgery(sentence: "the same bytes in another spelling", text: token.dropLast() + String(alphabet[last ^ 1])))
        }
        return rows
    }

    /// Invalid claims with a valid signature.
    private static func signed(_ claims: String, _ good: ForgedJWT) throws -> String {
        let text = String(good.signed.prefix { $0 != "." }) + "." + Base64URL.encode(claims.utf8)
        return text + "." + Base64URL.encode(try good.key.signature(of: text))
    }
}

extension [String] {
    fileprivate var dotted: String { joined(separator: ".") }
}
