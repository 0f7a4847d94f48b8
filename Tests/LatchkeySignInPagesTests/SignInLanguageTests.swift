import HTTPTypes
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeySignInPages

/// The language of the sign-in page, and the placeholders of its texts.
@Suite struct SignInLanguageTests {
    @Test(
        arguments: [
            (nil, nil, "en"), ("de", nil, "de"), ("de-AT", "fr", "de"), ("xx", "fr-CA,fr;q=0.9", "fr"), ("", "es", "es"),
            (nil, "it, ar;q=0.5, de;q=0.7", "de"), (nil, "*", "en"), (nil, "de;q=0, es;q=0.1", "es"), ("%3Cscript%3E", ";;,q=,", "en"),
            ("ar", "en", "ar"),
        ] as [(String?, String?, String)])
    func isChosen(_ received: String?, _ accepted: String?, _ expected: String) async throws {
        try await TestServer().run { caller in
            var headers = HTTPFields()
            headers[.acceptLanguage] = accepted
            let uri = "/sign-in" + (received.map { "?lang=" + $0 } ?? "")
            let page = try await caller.send(.get, uri, headers: headers)
            #expect(page.status == .ok)
            #expect(
                page.text.contains("<html lang=\"\(expected)\" dir=\"\(expected == "ar" ? "rtl" : "ltr")\">"), "\(page.text.prefix(200))")
            #expect(!page.text.contains("<script>"))
        }
    }

    @Test func staysOnTheWay() async throws {
        try await TestServer().run { caller in
            var browser = Browser(caller: caller)
            let page = try await browser.open("/sign-in?lang=de")
            let csrf = try field("csrf", of: page)
            let wrong = try await browser.post(
                "/sign-in/password?lang=de", [("csrf", csrf), ("email", "ada@example.org"), ("password", "x"), ("mode", "sign-in")])
            #expect(wrong.text.contains("Die Adresse oder das Passwort ist falsch."), "\(wrong.text)")
            #expect(wrong.text.contains("action=\"/sign-in/password?lang=de\""))
            let done = try await browser.post(
                "/sign-in/password?lang=de", [("csrf", csrf), ("email", "ada@example.org"), ("password", "lovelace"), ("mode", "sign-up")])
            #expect(done.headers[.location] == "/sign-in?lang=de")
        }
    }

    @Test(arguments: SignInTexts.all.map(\.language)) func everySentenceIsThere(_ language: String) throws {
        let texts = try #require(SignInTexts.matching(language))
        for child in Mirror(reflecting: texts).children {
            let (name, text) = (child.label ?? "", child.value as? String ?? "")
            let english = Mirror(reflecting: SignInTexts.english).children.first { $0.label == name }?.value as? String ?? ""
            #expect(!text.isEmpty, "\(name)")
            #expect(Self.places(in: text) == Self.places(in: english), "\(name): the same values in every language")
        }
        #expect((texts.direction == "rtl") == (language == "ar"))
    }

    private static func places(in text: String) -> Set<Substring> {
        Set(text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { $0.split(separator: "}").first })
    }

    @Test func valuesKeepTheirDirectionToThemselves() {
        #expect(SignInTexts.english.filled("a {name}.", name: "Twitter") == "a Twitter.")
        #expect(SignInTexts.english.filled("a {name}.", name: "\u{202e}x") == "a \u{2068}\u{202e}x\u{2069}.")
        #expect(SignInTexts.arabic.filled("{name}", name: "Twitter") == "\u{2068}Twitter\u{2069}")
        #expect(SignInTexts.english.filled("{name}", name: "{email}") == "{email}", "a value is no pattern")
    }
}
