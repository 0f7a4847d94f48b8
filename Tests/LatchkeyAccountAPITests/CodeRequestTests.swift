import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeySQL

/// Requests for codes, and what the responses reveal.
@Suite struct CodeRequestTests {
    private static let settings = ProjectSettings(emailLinkSignIn: true)

    /// A server with an enabled account, a disabled one, and one with a signed-in user.
    private func run(
        _ settings: ProjectSettings = settings, store: (any AccountStore)? = nil,
        _ body: @escaping @Sendable (TestServer, TestServer.Caller, Reply) async throws -> Void
    ) async throws {
        let server = try await TestServer(settings, store: store)
        try await server.run { caller in
            _ = try await caller.signUp("known@example.org")
            _ = try await caller.signUp("disabled@example.org")
            try await server.edit("disabled@example.org") { $0.disabled = true }
            try await body(server, caller, try await caller.signUp("ada@example.org"))
        }
    }

    /// The whole response, without the address that the caller sent.
    private func shape(_ reply: Reply, _ address: String) -> [String] {
        let headers = reply.headers.filter { $0.name != .contentLength && $0.name != .date }.map { "\($0.name): \($0.value)" }
        return ["\(reply.status.code)", reply.text.replacingOccurrences(of: address, with: "ADDRESS")] + headers.sorted()
    }

    @Test(arguments: ["PASSWORD_RESET", "EMAIL_SIGNIN"], [true, false])
    func responsesDoNotRevealRegisteredAddresses(_ type: String, _ mayJoin: Bool) async throws {
        try await run { server, caller, _ in
            if !mayJoin { try await server.change { $0.signUp = false } }
            var shapes: [[[String]]] = []
            for address in ["known@example.org", "nobody@example.org", "disabled@example.org"] {
                var replies: [[String]] = []
                // Beyond the limit too.
                for _ in 0..<7 { replies.append(shape(try await caller.send(type, address), address)) }
                shapes.append(replies)
            }
            #expect(shapes[0].first?.first == "200" && shapes[0].last?.first == "400")
            #expect(shapes[1] == shapes[0] && shapes[2] == shapes[0])
            for address in ["known@example.org", "nobody@example.org", "disabled@example.org"] {
                let email = try #require(EmailAddress(address))
                let rows = try await server.store.read { view in
                    try (view as? Transaction)?.first(
                        "SELECT count(*) FROM one_time_code WHERE recipient = :recipient", [":recipient": email]
                    ) { try $0.next(Int.self) }
                }
                #expect(rows == 5, "the same rows are written for \(address)")
            }
            let recipients = Set(try await server.mails().map(\.recipient))
            let expected: Set =
                type == "EMAIL_SIGNIN" && mayJoin ? ["known@example.org", "nobody@example.org"] : ["known@example.org"]
            #expect(recipients == expected)
        }
    }

    @Test func responsesDoNotRevealWhetherANewAddressIsTaken() async throws {
        try await run { server, caller, _ in
            var shapes: [[[String]]] = []
            for (number, address) in ["known@example.org", "nobody@example.org"].enumerated() {
                let holder = "holder\(number)@example.org"
                let token = try await caller.signUp(holder)["idToken"]
                var replies: [[String]] = []
                for _ in 0..<7 {
                    replies.append(
                        shape(try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: token, ["newEmail": address]), holder))
                }
                shapes.append(replies)
            }
            #expect(shapes[0].first?.first == "200" && shapes[0] == shapes[1])
            #expect(Set(try await server.mails().map(\.recipient)) == ["nobody@example.org"])
        }
    }

    @Test func responsesRevealAddressesWithoutProtection() async throws {
        try await run(ProjectSettings(enumerationProtection: false, signUp: true, emailLinkSignIn: true)) { server, caller, ada in
            #expect(try await caller.send("PASSWORD_RESET", "nobody@example.org").error == "EMAIL_NOT_FOUND")
            #expect(try await caller.send("PASSWORD_RESET", "disabled@example.org").error == "USER_DISABLED")
            #expect(
                try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"], ["newEmail": "known@example.org"]).error
                    == "EMAIL_EXISTS")
            #expect(try await server.mails().isEmpty)
            try await server.change { $0.signUp = false }
            #expect(try await caller.send("EMAIL_SIGNIN", "nobody@example.org").error == "EMAIL_NOT_FOUND")
        }
    }

    /// A store may undo and repeat a transaction; the request counts once.
    @Test(arguments: [false, true])
    func onlySoManyCodesWaitAtOneAddress(_ runsTransactionsTwice: Bool) async throws {
        try await run(store: runsTransactionsTwice ? try RepeatingStore() : nil) { server, caller, ada in
            for _ in 0..<5 { #expect(try await caller.send("PASSWORD_RESET", "known@example.org").status == .ok) }
            #expect(try await caller.send("PASSWORD_RESET", "known@example.org").error == "RESET_PASSWORD_EXCEED_LIMIT")
            #expect(try await server.mails().count == 5)
            #expect(try await caller.send("EMAIL_SIGNIN", "known@example.org").status == .ok, "each kind counts for itself")
            #expect(try await caller.send("PASSWORD_RESET", "ada@example.org").status == .ok, "and each address")
            for _ in 0..<5 { _ = try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"]) }
            #expect(try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"]).error == "TOO_MANY_ATTEMPTS_TRY_LATER")
            for number in 0..<6 {
                let change = try await caller.send(
                    "VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"], ["newEmail": "stranger\(number)@example.org"])
                #expect(change.error == (number < 5 ? nil : "TOO_MANY_ATTEMPTS_TRY_LATER"), "one account mails to so many strangers")
            }
            server.clock.advance(bySeconds: 3601)
            #expect(try await caller.send("PASSWORD_RESET", "known@example.org").status == .ok)
        }
    }

    /// The limit counts the mails that were sent, even if their codes are gone.
    @Test func recreatedAccountsShareTheMailLimitOfTheAddress() async throws {
        try await run { server, caller, _ in
            let victim = "victim@example.org"
            for _ in 0..<3 {
                let account = try await caller.signUp(victim)
                for _ in 0..<4 {
                    try await caller.send("VERIFY_EMAIL", idToken: account["idToken"])
                    try await caller.send("EMAIL_SIGNIN", victim)
                    try await caller.send("PASSWORD_RESET", victim)
                }
                #expect(try await caller.call("accounts:delete", ["idToken": account["idToken"]]).status == .ok)
            }
            let kinds = Dictionary(grouping: try await server.mails(to: victim), by: \.kind).mapValues(\.count)
            #expect(kinds == [.verifyEmail: 5, .emailSignIn: 5, .passwordReset: 5])
        }
    }

    @Test func noChangeOfPasswordBringsMoreMails() async throws {
        try await run { server, caller, ada in
            var idToken = ada["idToken"]
            for round in 0..<4 {
                for number in 0..<3 {
                    try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: idToken, ["newEmail": "victim@example.org"])
                    try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: idToken, ["newEmail": "v\(round)\(number)@example.org"])
                }
                idToken = try await caller.call("accounts:update", ["idToken": idToken, "password": "password \(round)"])["idToken"]
            }
            #expect(try await server.mails().count == 5, "one account mails to so many strangers")
            for number in 0..<3 {
                let other = try await caller.signUp("other\(number)@example.org")
                for _ in 0..<3 {
                    try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: other["idToken"], ["newEmail": "victim@example.org"])
                }
            }
            #expect(try await server.mails(to: "victim@example.org").count == 5, "and all together to one")
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let body: [String: any Sendable]
        let error: String
        var testDescription: String { name }
        init(_ name: String, _ body: [String: any Sendable], _ error: String) {
            (self.name, self.body, self.error) = (name, body, error)
        }
    }

    private static func settings(_ name: String, _ more: [String: any Sendable], _ error: String) -> Refusal {
        Refusal(name, ["requestType": "PASSWORD_RESET", "email": "known@example.org"].merging(more) { _, new in new }, error)
    }

    static let refusals: [Refusal] = [
        Refusal("nothing is asked for", [:], "MISSING_REQ_TYPE"),
        Refusal("the number 0 asks for nothing", ["requestType": 0], "MISSING_REQ_TYPE"),
        Refusal("a type that cannot be requested", ["requestType": "RECOVER_EMAIL"], "INVALID_REQ_TYPE"),
        Refusal("a type of ours", ["requestType": "DISOWN_EMAIL"], "INVALID_REQ_TYPE"),
        Refusal("a number beyond the list", ["requestType": 99], "INVALID_REQ_TYPE"),
        Refusal("a reset without an address", ["requestType": "PASSWORD_RESET"], "MISSING_EMAIL"),
        Refusal("a reset for an invalid address", ["requestType": 1, "email": "nobody"], "INVALID_EMAIL"),
        Refusal("a link without an address", ["requestType": 6], "MISSING_EMAIL"),
        Refusal("a verification without a session", ["requestType": "VERIFY_EMAIL", "email": "known@example.org"], "INVALID_ID_TOKEN"),
        Refusal("a change without a session", ["requestType": 7, "newEmail": "a@b.example"], "INVALID_ID_TOKEN"),
        settings("the link itself, for no administrator", ["returnOobLink": true], "INSUFFICIENT_PERMISSION"),
        settings("a host that is not authorized", ["continueUrl": "https://evil.example/"], "UNAUTHORIZED_DOMAIN"),
        settings("a host below an authorized one", ["continueUrl": "https://x.app.example.org/"], "UNAUTHORIZED_DOMAIN"),
        settings("a host that only begins like one", ["continueUrl": "https://app.example.org.evil.example/"], "UNAUTHORIZED_DOMAIN"),
        settings("http beyond this machine", ["continueUrl": "http://app.example.org/"], "UNAUTHORIZED_DOMAIN"),
        settings("a host behind a user name", ["continueUrl": "https://app.example.org@evil.example/"], "INVALID_CONTINUE_URI"),
        settings("a backslash", ["continueUrl": "https://evil.example\\@app.example.org/"], "INVALID_CONTINUE_URI"),
        settings("a script", ["continueUrl": "javascript://app.example.org/%0aalert(1)"], "INVALID_CONTINUE_URI"),
        settings("a scheme of an app", ["continueUrl": "myapp://app.example.org/"], "INVALID_CONTINUE_URI"),
        settings("a path alone", ["continueUrl": "/finish"], "INVALID_CONTINUE_URI"),
        settings("a host without a scheme", ["continueUrl": "//app.example.org/"], "INVALID_CONTINUE_URI"),
        settings("a line break", ["continueUrl": "https://app.example.org/\r\nX: y"], "INVALID_CONTINUE_URI"),
        settings("an escaped host", ["continueUrl": "https://app%2eexample.org/"], "INVALID_CONTINUE_URI"),
        settings("a port that is none", ["continueUrl": "https://app.example.org:99999/"], "INVALID_CONTINUE_URI"),
        settings(
            "more than 2048 bytes", ["continueUrl": "https://app.example.org/" + String(repeating: "x", count: 2048)],
            "INVALID_CONTINUE_URI"),
        settings("a code for the app, which is nowhere", ["canHandleCodeInApp": true], "MISSING_CONTINUE_URI"),
        settings("a store id without a bundle id", ["iOSAppStoreId": "1"], "MISSING_IOS_BUNDLE_ID"),
        settings("an app to install without its name", ["androidInstallApp": true], "MISSING_ANDROID_PACKAGE_NAME"),
        settings("a least version without an app", ["androidMinimumVersionCode": "3"], "MISSING_ANDROID_PACKAGE_NAME"),
        settings("another host for the link", ["linkDomain": "links.example.org"], "INVALID_HOSTING_LINK_DOMAIN"),
        settings("a dynamic link", ["dynamicLinkDomain": "x.page.link"], "DYNAMIC_LINK_NOT_ACTIVATED"),
    ]

    @Test(arguments: refusals) func invalidRequestsAreRejectedWithoutAMessage(_ refusal: Refusal) async throws {
        try await run { server, caller, _ in
            let reply = try await caller.call("accounts:sendOobCode", refusal.body)
            #expect(reply.error == refusal.error, "\(reply.text)")
            #expect(try await server.mails().isEmpty)
        }
    }

    @Test func validRequestsAreAcceptedInAllSpellings() async throws {
        try await run { server, caller, _ in
            let body = """
                {"request_type":1,"email":"known@example.org","continueUrl":"http://localhost:8080/x","iOSBundleId":"org.example.app",\
                "androidPackageName":"org.example.app","androidInstallApp":true,"androidMinimumVersion":"3","canHandleCodeInApp":true,\
                "linkDomain":"auth.example.org","clientType":"CLIENT_TYPE_IOS","captchaResp":"x","recaptchaVersion":"y"}
                """
            for path in [
                "/v1/accounts:sendOobCode", "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/getOobConfirmationCode",
            ] {
                var headers: HTTPFields = [.contentType: "application/json"]
                headers[HTTPField.Name("X-Firebase-Locale")!] = "de-AT"
                let reply = try await caller.send(.post, "\(path)?key=\(caller.apiKey)", headers: headers, body: body)
                #expect(reply.status == .ok, "\(path): \(reply.text)")
                let mail = try await server.lastMail()
                #expect(mail.content.language == "de-AT" && mail.parameter("lang") == "de-AT")
                #expect(mail.parameter("continueUrl") == "http://localhost:8080/x")
            }
            for path in ["resetPassword", "emailLinkSignin"] {
                let reply = try await caller.post(
                    "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(path)?key=\(caller.apiKey)", #"{"email":"a@b.example"}"#)
                #expect(reply.error == "MISSING_OOB_CODE", "\(reply.text)")
            }
        }
    }

    @Test func aChangeNeedsARecentSignInAndAnotherAddress() async throws {
        try await run { server, caller, ada in
            let same = try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"], ["newEmail": "ada@example.org"])
            #expect(same.error == "INVALID_NEW_EMAIL")
            #expect(try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"]).error == "MISSING_NEW_EMAIL")
            server.clock.advance(bySeconds: 301)
            let late = try await caller.send("VERIFY_AND_CHANGE_EMAIL", idToken: ada["idToken"], ["newEmail": "new@example.org"])
            #expect(late.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            #expect(try await caller.send("VERIFY_EMAIL", idToken: ada["idToken"]).status == .ok)
        }
    }

    @Test func projectWithoutPasswordsRejectsResets() async throws {
        try await run { server, caller, _ in
            try await caller.send("PASSWORD_RESET", "known@example.org")
            let code = try await server.lastMail().code
            try await server.change { $0.passwordSignIn = false }
            #expect(try await caller.send("PASSWORD_RESET", "known@example.org").error == "OPERATION_NOT_ALLOWED")
            #expect(try await caller.reset(code, "a new password").error == "PASSWORD_LOGIN_DISABLED")
        }
    }

    @Test func storeContainsNoClearCode() async throws {
        try await run { server, caller, _ in
            try await caller.send("PASSWORD_RESET", "known@example.org")
            let code = try await server.lastMail().code
            let message = try #require(try await server.store.read { try $0.outboxMessages(of: .standard, limit: 1) }.first)
            #expect(!String(decoding: message.sealedContent.bytes, as: UTF8.self).contains(code))
        }
    }
}
