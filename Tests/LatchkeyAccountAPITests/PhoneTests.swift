import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServer
import LatchkeyServerTestSupport
import Testing

@Suite struct PhoneTests {
    private static let number = "+4915112345678"
    private let server: TestServer

    init() async throws {
        server = try await TestServer(ProjectSettings(anonymousSignIn: true, phoneSignIn: true))
    }

    /// The newest code that was sent to a number.
    private func arrived(at number: String = number) async throws -> (code: String, language: String?) {
        let messages = try await server.store.read { try $0.outboxMessages(of: server.project.id, limit: 50) }
        let message = try #require(messages.first { $0.recipient == number && $0.channel == .sms && $0.kind == .phoneCode })
        let content = try Outbox(sealer: server.sealer).content(of: message)
        return (try #require(content.code), content.language)
    }

    /// Requests a code and reads it from the phone.
    private func proof(for number: String = number, _ caller: TestServer.Caller) async throws -> [String: any Sendable] {
        let sent = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": number])
        #expect(sent.status == .ok, "\(sent.text)")
        return ["sessionInfo": try #require(sent["sessionInfo"]), "code": try await arrived(at: number).code]
    }

    private func signIn(_ caller: TestServer.Caller, _ body: [String: any Sendable], _ more: [String: any Sendable] = [:]) async throws
        -> Reply
    {
        try await caller.call("accounts:signInWithPhoneNumber", body.merging(more) { _, new in new })
    }

    /// Messages cost money, and attackers may earn a share of the fees.
    @Test func aProjectSendsAsManyMessagesADayAsItMay() async throws {
        try await server.change { $0.smsPerDay = 12 }
        try await server.run { caller in
            func request(_ count: Int) async throws -> [String?] {
                var replies: [String?] = []
                for index in 0..<count {
                    replies.append(
                        try await caller.call("accounts:sendVerificationCode", ["phoneNumber": "+491511234\(1000 + index)"]).error)
                }
                return replies
            }
            #expect(try await request(15) == Array(repeating: nil, count: 12) + Array(repeating: "QUOTA_EXCEEDED", count: 3))
            let sent = try await server.store.read { try $0.outboxMessages(of: server.project.id, limit: 50) }
            #expect(sent.count == 12)
            let filter = EventFilter(project: server.project.id, kind: .sendCode, outcome: .refused)
            let refusals = try await server.store.read { try $0.events(filter, limit: 9) }
            #expect(refusals.map(\.event.reason) == ["QUOTA_EXCEEDED"], "the first is written down")
            server.clock.advance(bySeconds: 7200)
            #expect(try await request(2) == [nil, "QUOTA_EXCEEDED"])
        }
    }

    @Test func aNumberSignsUpAndSignsIn() async throws {
        try await server.run { caller in
            // In the form that users write.
            let sent = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": "+49 (151) 1234-5678"])
            let first = try await signIn(
                caller, ["sessionInfo": try #require(sent["sessionInfo"]), "code": try await arrived().code])
            #expect(first.status == .ok, "\(first.text)")
            #expect(first["phoneNumber"] == Self.number)
            #expect(first.json["isNewUser"] as? Bool == true)
            let again = try await signIn(caller, try await proof(caller))
            #expect(again["localId"] == first["localId"] && first["localId"] != nil)
            #expect(again.json["isNewUser"] as? Bool == false)
            let users = try await caller.call("accounts:lookup", ["idToken": again["idToken"]]).json["users"] as? [[String: Any]]
            #expect(users?.first?["phoneNumber"] as? String == Self.number)
            let providers = users?.first?["providerUserInfo"] as? [[String: Any]]
            #expect(providers?.map { $0["providerId"] as? String } == ["phone"])
            let token = try #require(again["idToken"]).split(separator: ".")[1]
            let bytes = try #require(Base64URL.decode(String(token)))
            let claims = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(claims["phone_number"] as? String == Self.number)
            #expect((claims["firebase"] as? [String: Any])?["sign_in_provider"] as? String == "phone")
        }
    }

    @Test func theMessageIsInTheLanguageOfTheClient() async throws {
        try await server.run { caller in
            let sent = try await caller.send(
                .post, "/v1/accounts:sendVerificationCode?key=\(caller.apiKey)",
                headers: [try #require(HTTPField.Name("x-firebase-locale")): "fr"],
                body: #"{"phoneNumber":"+4915112345678"}"#)
            #expect(sent.status == .ok)
            let message = try await arrived()
            #expect(message.language == "fr")
            #expect(message.code.count == 6 && message.code.allSatisfy { $0.isASCII && $0.isNumber })
        }
    }

    @Test func fiveWrongCodesEndTheRightOne() async throws {
        try await server.run { caller in
            let proof = try await proof(caller)
            let right = try #require(proof["code"] as? String)
            let wrong = right == "000000" ? "000001" : "000000"
            for _ in 0..<5 {
                let reply = try await signIn(caller, proof, ["code": wrong])
                #expect(reply.error == "INVALID_CODE")
            }
            let late = try await signIn(caller, proof)
            #expect(late.error == "INVALID_SESSION_INFO")
            let events = try await server.store.read { try $0.events(of: server.project.id, subject: nil, limit: 50) }
            #expect(events.filter { $0.reason == "INVALID_CODE" }.count == 5)
        }
    }

    @Test func aCodeEndsAfterTenMinutes() async throws {
        try await server.run { caller in
            let proof = try await proof(caller)
            server.clock.advance(bySeconds: 600)
            let late = try await signIn(caller, proof)
            #expect(late.error == "INVALID_SESSION_INFO")
        }
    }

    @Test func aNumberGetsFiveCodesAnHour() async throws {
        try await server.run { caller in
            for _ in 0..<5 { _ = try await proof(caller) }
            let sixth = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": Self.number])
            #expect(sixth.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
            let other = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": "+4915112345679"])
            #expect(other.status == .ok)
        }
    }

    @Test(arguments: [
        ("", "INVALID_PHONE_NUMBER"), ("4915112345678", "INVALID_PHONE_NUMBER"), ("+0915112345678", "INVALID_PHONE_NUMBER"),
        ("+49151123456789012", "INVALID_PHONE_NUMBER"), ("+49 call me", "INVALID_PHONE_NUMBER"), ("+١٢٣٤٥٦٧٨", "INVALID_PHONE_NUMBER"),
        ("+4915112345678\n+4915112345679", "INVALID_PHONE_NUMBER"),
    ])
    func invalidNumbersAreRejected(_ text: String, _ error: String) async throws {
        try await server.run { caller in
            let reply = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": text])
            #expect(reply.status == .badRequest && reply.error == error)
        }
    }

    @Test(
        arguments: [
            ([:], "MISSING_SESSION_INFO"), (["sessionInfo": "s"], "MISSING_CODE"),
            (["sessionInfo": "s", "code": "123456"], "INVALID_SESSION_INFO"),
            (["temporaryProof": "p"], "MISSING_PHONE_NUMBER"), (["temporaryProof": "p", "phoneNumber": "1"], "INVALID_PHONE_NUMBER"),
            (["temporaryProof": "p", "phoneNumber": "+4915112345678"], "INVALID_TEMPORARY_PROOF"),
        ] as [([String: String], String)])
    func anIncompleteProofIsRefused(_ body: [String: String], _ error: String) async throws {
        try await server.run { caller in
            let reply = try await caller.call("accounts:signInWithPhoneNumber", body)
            #expect(reply.status == .badRequest && reply.error == error)
        }
    }

    @Test func projectWithoutPhoneSignInSendsNothing() async throws {
        try await server.change { $0.phoneSignIn = false }
        try await server.run { caller in
            let reply = try await caller.call("accounts:sendVerificationCode", ["phoneNumber": Self.number])
            #expect(reply.error == "OPERATION_NOT_ALLOWED")
            #expect(try await server.store.read { try $0.outboxMessages(of: server.project.id, limit: 1) }.isEmpty)
        }
    }

    @Test func aCodeIsNoUseInAnotherProject() async throws {
        let setup = ProjectSetup(store: server.store, sealer: server.sealer, now: { [clock = server.clock] in clock.now })
        var (other, key) = try await setup.create("other-project", displayName: "Other")
        other.settings.phoneSignIn = true
        let saved = other
        try await server.store.write { try $0.update(saved) }
        try await server.run { [key = key.text] caller in
            let proof = try await proof(caller)
            let elsewhere = TestServer.Caller(client: caller.client, apiKey: key)
            let reply = try await signIn(elsewhere, proof)
            #expect(reply.error == "INVALID_SESSION_INFO")
            #expect(try await signIn(caller, proof).status == .ok)
        }
    }

    @Test func aNumberIsLinkedAndUnlinked() async throws {
        try await server.run { caller in
            let made = try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "secret1"])
            let linked = try await signIn(caller, try await proof(caller), ["idToken": made["idToken"]])
            #expect(linked["localId"] == made["localId"] && linked["idToken"] != nil, "\(linked.text)")
            #expect(linked.json["isNewUser"] as? Bool == false)
            let byPhone = try await signIn(caller, try await proof(caller))
            #expect(byPhone["localId"] == made["localId"])
            let thief = try await signIn(caller, try await proof(caller))
            #expect(thief["idToken"] != nil, "\(thief.text)")
            let unlinked = try await caller.call(
                "accounts:update", ["idToken": byPhone["idToken"], "deleteProvider": ["phone"]])
            #expect(unlinked.status == .ok && unlinked["idToken"] == nil, "\(unlinked.text)")
            #expect(try await caller.call("accounts:lookup", ["idToken": byPhone["idToken"]]).status == .ok, "the requesting session stays")
            for other in [thief, linked] {
                let after = try await caller.call("accounts:lookup", ["idToken": other["idToken"]])
                #expect(after.error == "TOKEN_EXPIRED", "sessions of the former number end")
            }
            let fresh = try await signIn(caller, try await proof(caller))
            #expect(fresh["localId"] != made["localId"], "the number is free again")
        }
    }

    @Test func aNumberOfAnotherAccountGivesAProofForThatOne() async throws {
        try await server.run { caller in
            let owner = try await signIn(caller, try await proof(caller))
            let guest = try await caller.call("accounts:signUp", [:])
            let conflict = try await signIn(caller, try await proof(caller), ["idToken": guest["idToken"], "operation": "LINK"])
            #expect(conflict.status == .ok && conflict["idToken"] == nil && conflict["localId"] == nil)
            #expect(conflict["phoneNumber"] == Self.number && conflict["temporaryProofExpiresIn"] == "3600")
            let body: [String: any Sendable] = ["phoneNumber": Self.number, "temporaryProof": try #require(conflict["temporaryProof"])]
            let stillGuest = try await signIn(caller, body, ["idToken": guest["idToken"]])
            #expect(stillGuest.error == "PHONE_NUMBER_EXISTS")
            let again = try await signIn(caller, try await proof(caller), ["idToken": guest["idToken"]])
            let proof: [String: any Sendable] = ["phoneNumber": Self.number, "temporaryProof": try #require(again["temporaryProof"])]
            let inside = try await signIn(caller, proof)
            #expect(inside["localId"] == owner["localId"])
            #expect(try await signIn(caller, proof).error == "INVALID_TEMPORARY_PROOF", "once")
        }
    }

    @Test func replacingANumberEndsOtherSessionsAndNeedsARecentSignIn() async throws {
        try await server.run { caller in
            let first = try await signIn(caller, try await proof(caller))
            let replaced = try await signIn(
                caller, try await proof(for: "+4915112345679", caller), ["idToken": first["idToken"], "operation": "UPDATE"])
            #expect(replaced["localId"] == first["localId"], "\(replaced.text)")
            let old = try await caller.call("accounts:lookup", ["idToken": first["idToken"]])
            #expect(old.error == "TOKEN_EXPIRED")
            let proof = try await proof(for: "+4915112345670", caller)
            server.clock.advance(bySeconds: 301)
            let late = try await signIn(caller, proof, ["idToken": replaced["idToken"]])
            #expect(late.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }

    @Test func reauthenticatingMakesNoAccount() async throws {
        try await server.run { caller in
            let reply = try await signIn(caller, try await proof(caller), ["operation": "REAUTH"])
            #expect(reply.error == "USER_NOT_FOUND")
            #expect(try await server.store.read { try $0.accounts(in: Realm(project: server.project.id), after: nil, limit: 9) }.isEmpty)
        }
    }

    @Test func aDisabledAccountStaysClosed() async throws {
        try await server.run { caller in
            let made = try await signIn(caller, try await proof(caller))
            let id = AccountID(rawValue: try #require(made["localId"]))
            try await server.store.write { transaction in
                var account = try #require(try transaction.account(id, in: Realm(project: server.project.id)))
                account.disabled = true
                try transaction.update(account)
            }
            let reply = try await signIn(caller, try await proof(caller))
            #expect(reply.error == "USER_DISABLED")
        }
    }

    @Test func theLegacyNamesWork() async throws {
        try await server.run { caller in
            let base = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
            let sent = try await caller.post("\(base)/sendVerificationCode?key=\(caller.apiKey)", #"{"phone_number":"+4915112345678"}"#)
            let code = try await arrived().code
            let reply = try await caller.post(
                "\(base)/verifyPhoneNumber?key=\(caller.apiKey)",
                #"{"sessionInfo":"\#(sent["sessionInfo"] ?? "")","code":"\#(code)","operation":"SIGN_UP_OR_IN"}"#)
            #expect(reply.status == .ok && reply["idToken"] != nil)
        }
    }
}
