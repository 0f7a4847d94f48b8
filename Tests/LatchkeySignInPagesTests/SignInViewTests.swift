import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeySignInPages

/// The views of the sign-in page, and the fields that errors are shown beside.
@Suite struct SignInViewTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let mode: String
        let email: String
        let password: String
        /// The elements that the page has.
        let shows: [String]
        var testDescription: String { "\(mode) \(email) \(password)" }
    }

    private static let signInButton = #"name="mode" value="sign-in""#
    private static let newPassword = #"autocomplete="new-password""#

    @Test(arguments: [
        Case(mode: "sign-in", email: "ada@example.org", password: "wrong", shows: [#"id="password-error" role="alert""#, signInButton]),
        Case(mode: "sign-in", email: "ada", password: "lovelace", shows: [#"id="email-error" role="alert""#, signInButton]),
        Case(mode: "sign-up", email: "", password: "", shows: [newPassword, "At least 6 characters"]),
        Case(mode: "sign-up", email: "bob@example.org", password: "", shows: [newPassword, #"value="bob@example.org""#]),
        Case(mode: "sign-up", email: "bob@example.org", password: "short", shows: [#"id="password-error" role="alert""#, newPassword]),
        Case(mode: "sign-up", email: "ada@example.org", password: "lovelace", shows: [#"id="email-error" role="alert""#, newPassword]),
        Case(mode: "forgot", email: "", password: "", shows: ["Reset your password"]),
        Case(mode: "forgot", email: "ada", password: "", shows: [#"id="email-error" role="alert""#, "Reset your password"]),
        Case(mode: "forgot", email: "ada@example.org", password: "", shows: [#"role="status""#, signInButton]),
        Case(mode: "link", email: "", password: "", shows: [#"id="email-error" role="alert""#, signInButton]),
    ]) func errorsAreBesideTheirField(_ example: Case) async throws {
        let server = try await TestServer()
        try await server.run { caller in
            _ = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"])
            var browser = Browser(caller: caller)
            let csrf = try field("csrf", of: try await browser.open("/sign-in"))
            let page = try await browser.post(
                "/sign-in/password",
                [("csrf", csrf), ("email", example.email), ("password", example.password), ("mode", example.mode)])
            for element in example.shows { #expect(page.text.contains(element), "\(page.text)") }
            let alerts = page.text.components(separatedBy: #"role="alert""#).count - 1
            // Beside the one of the passkey script, which is hidden.
            let expected = example.shows.contains { $0.contains("alert") } ? 1 : 0
            #expect(alerts - (page.text.contains("data-passkey") ? 1 : 0) == expected, "\(page.text)")
            #expect(page.status == (expected == 1 ? .badRequest : .ok))
        }
    }

    @Test func createAccountIsNotOfferedWithoutSignUp() async throws {
        let server = try await TestServer()
        try await server.store.write { transaction in
            var project = try #require(try transaction.project(.standard))
            project.settings.signUp = false
            try transaction.update(project)
        }
        try await server.run { caller in
            var browser = Browser(caller: caller)
            for path in ["/sign-in", "/sign-in?view=sign-up"] {
                let page = try await browser.open(path)
                #expect(page.text.contains(Self.signInButton) && !page.text.contains("sign-up"), "\(page.text)")
            }
        }
    }

    struct Focus: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let view: SignInView
        var fields: [SignInView.Field] = [.email, .password]
        let expected: SignInView.Field?
    }

    @Test(arguments: [
        Focus(testDescription: "an empty page", view: SignInView(), expected: .email),
        Focus(testDescription: "a known address", view: SignInView(email: "ada@example.org"), expected: .password),
        Focus(testDescription: "phones only", view: SignInView(), fields: [.phone], expected: .phone),
        Focus(testDescription: "nothing to fill in", view: SignInView(email: "ada@example.org"), fields: [.email], expected: nil),
        Focus(
            testDescription: "an error beside a field", view: SignInView(email: "ada", problem: .init(text: "", field: .email)),
            expected: .email),
        Focus(testDescription: "an error at the top", view: SignInView(problem: .init(text: "")), expected: nil),
        Focus(
            testDescription: "an error beside a field that the view does not have",
            view: SignInView(problem: .init(text: "", field: .phone)), expected: nil),
        Focus(testDescription: "a message about success", view: SignInView(notice: "Sent."), expected: nil),
    ]) func theFocusIsWhereTheUserContinues(_ example: Focus) {
        #expect(example.view.focus(among: example.fields) == example.expected)
    }

    @Test func theWordsOfProvidersFitTheView() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var browser = Browser(caller: caller)
            for (path, words) in [
                ("/sign-in", "Continue with GitHub"), ("/sign-in?view=sign-up", "Create account with GitHub"),
                ("/sign-in?view=sign-up&lang=de", "Konto erstellen mit GitHub"),
            ] {
                let page = try await browser.open(path).text
                #expect(page.contains("</svg>" + words), "\(page)")
            }
        }
    }

    @Test func providersHaveTheirMarks() async throws {
        let server = try await TestServer()
        try await server.run { caller in
            var browser = Browser(caller: caller)
            let page = try await browser.open("/sign-in").text
            #expect(page.contains(##"<use href="#mark-github.com"/></svg>Continue with GitHub"##), "\(page)")
            #expect(page.contains(##"<use href="#mark-twitter.com"/></svg>Continue with Twitter"##))
            for mark in page.matches(of: /href="#(mark-[^"]*)"/) { #expect(page.contains("<symbol id=\"\(mark.1)\"")) }
        }
    }
}
