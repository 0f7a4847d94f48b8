import ServerUnderTest
import Testing

/// `latchkey oauth1`, with the request that Twitter's documentation signs step by step.
@Suite(.timeLimit(.minutes(10))) struct OAuth1CommandTests {
    private static let url = "https://api.twitter.com/1.1/statuses/update.json?include_entities=true"
    private static let status = "status=Hello Ladies + Gentlemen, a signed OAuth request!"
    private static let consumerSecret = "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"
    private static let tokenSecret = "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"
    private static let baseString =
        "POST&https%3A%2F%2Fapi.twitter.com%2F1.1%2Fstatuses%2Fupdate.json&include_entities%3Dtrue%26"
        + "oauth_consumer_key%3Dxvz1evFS4wEEPTGEFPHBog%26oauth_nonce%3DkYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg%26"
        + "oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1318622958%26"
        + "oauth_token%3D370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb%26oauth_version%3D1.0%26"
        + "status%3DHello%2520Ladies%2520%252B%2520Gentlemen%252C%2520a%2520signed%2520OAuth%2520request%2521"
    private static let signature = "hCtSmYh+iHYCEqBWrE7C7hYmtUk="
    private static let authorization = """
        OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", \
        oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", \
        oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", oauth_version="1.0"
        """

    private static let signArguments = [
        "oauth1", "sign", "--method", "POST", "--url", url, "--form", status, "--consumer-key", "xvz1evFS4wEEPTGEFPHBog",
        "--consumer-secret", consumerSecret, "--token", "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", "--token-secret",
        tokenSecret, "--timestamp", "1318622958", "--nonce", "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg",
    ]

    private struct Signed: Decodable {
        let baseString: String
        let signature: String
        let authorization: String
    }

    private struct Report: Decodable {
        let valid: Bool
        let problem: String?
        let expectedBaseString: String?
        let causes: [String]
        let difference: Difference?

        struct Difference: Decodable {
            let position: Int
            let expected: String
            let found: String
        }
    }

    @Test func signsTheDocumentedRequestAsTheDocumentationDoes() async throws {
        let text = try await LatchkeyProcess.run(Self.signArguments).printed()
        #expect(text.contains("\n" + Self.baseString + "\n"))
        #expect(text.contains("\n" + Self.signature + "\n"))
        let signed: Signed = try await LatchkeyProcess.run(Self.signArguments + ["--json"]).json()
        #expect(signed.baseString == Self.baseString)
        #expect(signed.signature == Self.signature)
        #expect(signed.authorization.hasPrefix("OAuth "))
        #expect(signed.authorization.contains(#"oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D""#))
    }

    @Test func signsTheRequestForARequestTokenWithItsCallback() async throws {
        let signed: Signed = try await LatchkeyProcess.run([
            "oauth1", "sign", "--method", "POST", "--url", "https://api.twitter.com/oauth/request_token", "--callback",
            "http://localhost/sign-in-with-twitter/", "--consumer-key", "cChZNFj6T5R0TigYB9yd1w", "--consumer-secret",
            "L8qq9PZyRg6ieKGEKhZolGC0vJWLw8iEJ88DRdyOg", "--timestamp", "1318467427", "--nonce", "ea9ec8429b68d6b77cd5600adbbb0456",
            "--json",
        ]).json()
        #expect(signed.signature == "F1Li3tvehgcraF8DMJ7OyxO4w9Y=")
    }

    @Test func acceptsTheDocumentedSignature() async throws {
        let report: Report = try await verify().json()
        #expect(report.valid)
        #expect(report.causes.isEmpty)
        let text = try await verify(json: false).printed()
        #expect(text.hasPrefix("The signature is valid."))
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let what: String
        var method = "POST"
        var url = OAuth1CommandTests.url
        var form: String? = OAuth1CommandTests.status
        var consumerSecret = OAuth1CommandTests.consumerSecret
        var tokenSecret: String? = OAuth1CommandTests.tokenSecret
        /// A word of the expected explanation; `nil` when there is none.
        let explanation: String?
        var testDescription: String { what }
    }

    @Test(arguments: [
        Mistake(what: "another method", method: "PUT", explanation: "method"),
        Mistake(what: "another scheme", url: url.replacing("https:", with: "http:"), explanation: "scheme"),
        Mistake(what: "another of Twitter's hosts", url: url.replacing("twitter.com", with: "x.com"), explanation: "api.x.com"),
        Mistake(what: "a slash at the end of the path", url: url.replacing(".json", with: ".json/"), explanation: "slash"),
        Mistake(what: "a blank before a secret", consumerSecret: " " + consumerSecret, explanation: "white space"),
        Mistake(what: "secrets in the wrong order", consumerSecret: tokenSecret, tokenSecret: consumerSecret, explanation: "order"),
        Mistake(
            what: "a form that is escaped already", form: "status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21",
            explanation: "escaped"),
        Mistake(what: "another text", form: "status=Hello", explanation: nil),
        Mistake(what: "another secret", consumerSecret: "something-else", explanation: nil),
    ])
    func explainsAWrongSignature(_ mistake: Mistake) async throws {
        let outcome = try await verify(
            method: mistake.method, url: mistake.url, form: mistake.form, consumerSecret: mistake.consumerSecret,
            tokenSecret: mistake.tokenSecret)
        #expect(outcome.status == 1)
        let report = try #require(try? Self.decode(Report.self, outcome.output))
        #expect(!report.valid)
        #expect(report.problem == "signature_invalid")
        #expect(report.expectedBaseString?.hasPrefix(mistake.method + "&http") == true)
        if let explanation = mistake.explanation {
            #expect(report.causes.count == 1)
            #expect(report.causes.first?.contains(explanation) == true)
        } else {
            #expect(report.causes.isEmpty)
        }
    }

    @Test(
        arguments: [
            (
                "the token's secret was forgotten", ["--token", "t"], ["--form", "a=b"], ["--token-secret", "ts"],
                "without the token's secret"
            ),
            (
                "the form was forgotten", ["--token", "t", "--token-secret", "ts"], [], ["--token-secret", "ts", "--form", "a=b"],
                "form body"
            ),
            (
                "the query was forgotten", ["--token", "t", "--token-secret", "ts"], ["--form", "a=b"], ["--token-secret", "ts", "?c=d"],
                "query"
            ),
        ] as [(String, [String], [String], [String], String)])
    func recognizesCommonSigningMistakes(
        _ what: String, token: [String], form: [String], seen: [String], explanation: String
    ) async throws {
        let url = "https://example.com/path"
        let signed: Signed = try await LatchkeyProcess.run(
            ["oauth1", "sign", "--method", "POST", "--url", url, "--consumer-key", "k", "--consumer-secret", "cs", "--json"] + token + form
        ).json()
        let query = seen.first { $0.hasPrefix("?") } ?? ""
        let outcome = try await LatchkeyProcess.run(
            [
                "oauth1", "verify", "--method", "POST", "--url", url + query, "--consumer-secret", "cs", "--authorization",
                signed.authorization, "--json",
            ] + seen.filter { !$0.hasPrefix("?") } + (seen.contains("--form") ? [] : form))
        #expect(outcome.status == 1)
        let report = try Self.decode(Report.self, outcome.output)
        #expect(report.causes.contains { $0.contains(explanation) }, "\(what): \(report.causes)")
    }

    @Test func showsWhereABaseStringFirstDiffers() async throws {
        let theirs = Self.baseString.replacing("include_entities%3Dtrue", with: "include_entities%3Dfalse")
        let outcome = try await verify(consumerSecret: "other", theirBaseString: theirs)
        let difference = try #require(try Self.decode(Report.self, outcome.output).difference)
        #expect(difference.expected.hasPrefix("true%26oauth_consumer_key"))
        #expect(difference.found.hasPrefix("false%26oauth_consumer_key"))
        #expect(Self.baseString.dropFirst(difference.position - 1).hasPrefix("true%26"))
        let text = try await verify(consumerSecret: "other", theirBaseString: theirs, json: false)
        #expect(text.output.contains("The base strings differ at character \(difference.position)"))
        #expect(text.output.contains(Self.baseString))
    }

    @Test(arguments: [
        (["sign", "--url", "https://example.com", "--consumer-key", "k"], "--consumer-secret"),
        (["sign", "--url", "https://example.com", "--consumer-key", "k", "--consumer-secret", "s", "--token-secret", "t"], "--token"),
        (["sign", "--url", "https://e.com", "--consumer-key", "k", "--consumer-secret", "s", "--form", "novalue"], "--form"),
        (["sign", "--url", "https://e.com", "--consumer-key", "k", "--signature-method", "MD5", "--consumer-secret", "s"], "MD5"),
        (["verify", "--url", "https://example.com", "--authorization", "OAuth a=\"b\""], "--consumer-secret"),
    ])
    func reportsMissingArguments(arguments: [String], word: String) async throws {
        let told = try await LatchkeyProcess.run(["oauth1"] + arguments).refusal(status: 64)
        #expect(told.contains(word))
    }

    @Test func reportsAnInvalidURL() async throws {
        let arguments = ["oauth1", "sign", "--url", "example.com", "--consumer-key", "k", "--consumer-secret", "s"]
        let told = try await LatchkeyProcess.run(arguments).refusal()
        #expect(told.contains("does not start with http"))
    }

    private func verify(
        method: String = "POST", url: String = OAuth1CommandTests.url, form: String? = OAuth1CommandTests.status,
        consumerSecret: String = OAuth1CommandTests.consumerSecret, tokenSecret: String? = OAuth1CommandTests.tokenSecret,
        theirBaseString: String? = nil, json: Bool = true
    ) async throws -> CommandOutcome {
        var arguments = [
            "oauth1", "verify", "--method", method, "--url", url, "--authorization", Self.authorization,
            "--consumer-secret=\(consumerSecret)",
        ]
        if let form { arguments += ["--form", form] }
        if let tokenSecret { arguments += ["--token-secret=\(tokenSecret)"] }
        if let theirBaseString { arguments += ["--base-string", theirBaseString] }
        return try await LatchkeyProcess.run(arguments + (json ? ["--json"] : []))
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try CommandOutcome(status: 0, output: text, errors: "").json(type)
    }
}
