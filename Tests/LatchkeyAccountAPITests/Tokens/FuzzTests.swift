import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Fuzzing: tokens with random bytes changed, and random bodies for every operation. Nothing is accepted, and no response is an internal
/// error.
@Suite struct FuzzTests {
    private let soak = Soak.standard

    // MARK: Tokens

    /// A token with a few bytes or letters changed, in the text or in the decoded data.
    private static func spoilt(_ token: String, _ dice: inout Dice) -> String {
        var parts = token.split(separator: ".").map(String.init)
        let index = dice.below(parts.count)
        if dice.chance(1, in: 2), var bytes = Base64URL.decode(parts[index]) {
            for _ in 0...dice.below(3) { change(&bytes, &dice) }
            parts[index] = Base64URL.encode(bytes)
            return parts.joined(separator: ".")
        }
        var text = Array(token.utf8)
        for _ in 0...dice.below(3) { change(&text, &dice) }
        // Only text that can be sent in JSON.
        return String(decoding: text, as: UTF8.self)
    }

    private static func change(_ bytes: inout [UInt8], _ dice: inout Dice) {
        let place = dice.below(bytes.count)
        switch dice.below(5) {
        case _ where bytes.isEmpty: bytes = dice.bytes(1)
        case 0: bytes[place] ^= UInt8(1 << dice.below(8))
        case 1: bytes[place] = dice.bytes(1)[0]
        case 2: bytes.insert(contentsOf: dice.bytes(1 + dice.below(4)), at: place)
        case 3: bytes.remove(at: place)
        default: bytes.replaceSubrange(place..., with: bytes[..<min(place, bytes.count - place)])
        }
    }

    @Test(arguments: TokenFamily.all) func aTokenThatChanceChangedIsRefused(_ family: TokenFamily) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var dice = Dice(family.testDescription)
            let good = try await family.make(server, caller).token()
            for await number in soak.rounds(100) {
                let token = Self.spoilt(good, &dice)
                guard token != good else { continue }
                let reply = try await family.show(server, caller, token)
                let refused = (400...404).contains(reply.status.code) && reply["idToken"] == nil && reply["access_token"] == nil
                #expect(
                    refused && reply.json["users"] == nil,
                    "LATCHKEY_SEED=\(soak.seed), round \(number): \(token) is answered \(reply.status.code) \(reply.text.prefix(300))")
            }
        }
    }

    // MARK: Bodies

    /// Texts that have caused errors in other programs.
    private static let words = [
        "", " ", "\u{0}", "null", "../..", "' OR 1=1 --", "<script>", "%00", "\u{202e}", "\u{1f511}", "a@b", "ada@example.org",
        "+491701234567",
        "-1", "1e309", "9223372036854775808", "default", "github.com", "password", "PASSWORD_RESET", "id_token=x&providerId=google.com",
        "https://auth.example.org/__/auth/handler?state=x", "lkr_" + String(repeating: "A", count: 43), "eyJhbGciOiJub25lIn0.e30.",
    ]

    private static func json(_ dice: inout Dice, names: [String], depth: Int = 0) -> String {
        switch dice.below(depth > 3 ? 6 : 8) {
        case 0: return dice.pick(["true", "false", "null"])
        case 1: return dice.pick(["0", "-1", "1.5", "1e308", "-9223372036854775808", "18446744073709551616", "1e-400"])
        case 2, 3, 4: return text(dice.pick(words))
        case 5: return text(String(decoding: dice.bytes(dice.below(40)), as: UTF8.self))
        case 6: return "[" + (0..<dice.below(4)).map { _ in json(&dice, names: names, depth: depth + 1) }.joined(separator: ",") + "]"
        default: return object(&dice, names: names, depth: depth + 1)
        }
    }

    private static func object(_ dice: inout Dice, names: [String], depth: Int) -> String {
        let members = (0..<(1 + dice.below(6))).map { _ in
            let name = names.isEmpty || dice.chance(1, in: 10) ? dice.pick(words) : dice.pick(names)
            return text(name) + ":" + json(&dice, names: names, depth: depth)
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func text(_ text: String) -> String {
        let data = try? JSONSerialization.data(withJSONObject: text, options: [.fragmentsAllowed])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    private struct Target: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let names: [String]
        let isAdministrators: Bool
    }

    /// Every operation with a JSON body, with the names of its members at any depth.
    private static func targets(_ caller: TestServer.Caller) async throws -> [Target] {
        let document = try await caller.send(.get, "/openapi.json").json
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
        func names(_ schema: [String: Any], _ depth: Int) -> Set<String> {
            var schema = schema
            if let name = (schema["$ref"] as? String)?.split(separator: "/").last { schema = schemas[String(name)] ?? [:] }
            if let items = schema["items"] as? [String: Any] { return names(items, depth + 1) }
            guard depth < 4, let members = schema["properties"] as? [String: [String: Any]] else { return [] }
            return members.reduce(into: Set(members.keys)) { $0.formUnion(names($1.value, depth + 1)) }
        }
        return paths.sorted { $0.key < $1.key }.flatMap { path, operations in
            operations.sorted { $0.key < $1.key }.compactMap { method, operation in
                let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: [String: Any]]
                guard let schema = content?["application/json"]?["schema"] as? [String: Any],
                    let method = HTTPRequest.Method(rawValue: method.uppercased())
                else { return nil }
                let security = (operation["security"] as? [[String: Any]] ?? []).flatMap(\.keys)
                return Target(
                    method: method,
                    path: path.replacingOccurrences(of: "{project}", with: "default").replacingOccurrences(
                        of: "{tenant}", with: "customer"),
                    names: names(schema, 0).sorted(), isAdministrators: security.contains("accessToken"))
            }
        }
    }

    @Test func noBodyBreaksTheServer() async throws {
        let server = try await TestServer(Stage.settings)
        try await server.makeTenant("customer")
        let administrator = try await server.administratorToken()
        try await server.run { caller in
            var dice = Dice("bodies")
            let targets = try await Self.targets(caller)
            #expect(targets.count > 50)
            for await number in soak.rounds(2 * targets.count) {
                let target = targets[number % targets.count]
                var body = Self.object(&dice, names: target.names, depth: 0)
                if dice.chance(1, in: 8) {
                    var bytes = Array(body.utf8)
                    Self.change(&bytes, &dice)
                    body = String(decoding: bytes, as: UTF8.self)
                }
                var headers: HTTPFields = [.contentType: "application/json"]
                if target.isAdministrators { headers[.authorization] = "Bearer " + administrator }
                let uri = target.path + (target.isAdministrators ? "" : "?key=" + caller.apiKey)
                let reply = try await caller.send(target.method, uri, headers: headers, body: body)
                #expect(
                    reply.status.code < 500 && (reply.json.isEmpty == false || reply.text == "{}"),
                    "LATCHKEY_SEED=\(soak.seed), round \(number): \(target.method) \(target.path) \(body): \(reply.status.code) \(reply.text)"
                )
                // A random request may have disabled the tenant or the project's sign-in methods.
                if number % 50 == 49 { try await server.change { $0 = Stage.settings } }
            }
        }
    }
}
