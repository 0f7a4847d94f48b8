import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyIdentity

// MARK: Pending sign-ins

extension IssuedThing {
    static let waiting: [IssuedThing] = [
        IssuedThing("a sign-in that waits for its second factor", credentials: [.pendingSecondFactors]) { stage in
            try await stage.haveTOTP()
            let pending = try #require(try await stage.firstFactor()["mfaPendingCredential"])
            let code = try stage.nextCode()
            return { stage in
                // The time step of the code has to be near, and some actions use up later ones.
                let body: [String: any Sendable] = [
                    "mfaPendingCredential": pending, "totpVerificationInfo": ["verificationCode": code],
                ]
                let reply = try await stage.call("accounts/mfaSignIn:finalize", body, version: "v2")
                guard reply.error == "INVALID_CODE" else { return stage.opens(reply) }
                let again: [String: any Sendable] = [
                    "mfaPendingCredential": pending, "totpVerificationInfo": ["verificationCode": try stage.nextCode()],
                ]
                return stage.opens(try await stage.call("accounts/mfaSignIn:finalize", again, version: "v2"))
            }
        },
        IssuedThing(
            // It says that a provider vouches for an address, and reveals the sign-in methods of the address; it does not open an account.
            "a credential that waits for the address's account to be proved, to learn the ways in",
            survives: Action.byHolder.union(Action.byAdministrator).union([.disabled]).subtracting([.addressChanged, .addressGiven]),
            credentials: [.pendingCredentials]
        ) { stage in
            try await stage.trustTwitter(false)
            let conflict = try await stage.twitter()
            try await stage.trustTwitter(true)
            let pending = try #require(conflict["pendingToken"], "\(conflict.text)")
            return { stage in
                let reply = try await stage.call(
                    "accounts:createAuthUri",
                    ["identifier": stage.email, "continueUri": "http://localhost", "pendingToken": pending])
                return Outcome((reply.json["signinMethods"] as? [String])?.isEmpty == false, reply)
            }
        },
        IssuedThing(
            // The provider's assertion of an identity: it opens the account of the identity, and the provider is trusted for the address.
            "a credential that was refused because its identity was linked already",
            survives: Action.byHolder.union(Action.byAdministrator).union([.overwritten, .takenOver, .addressRecovered]),
            credentials: [.identities],
            uses: 100
        ) { stage in
            let other = try await stage.done("accounts:signUp", [:])
            let first = try await stage.idp(
                stage.gitHubBody, ["idToken": try #require(other["idToken"]), "returnIdpCredential": true])
            let pending = try #require(first["pendingToken"], "\(first.text)")
            return { $0.opens(try await $0.idp("", ["pendingToken": pending])) }
        },
        IssuedThing(
            "a result of the handler page: the provider's word, as above",
            survives: Action.byHolder.union(Action.byAdministrator).union([.overwritten, .takenOver, .addressRecovered]), uses: 100
        ) { stage in
            let (url, sessionID) = try await stage.resultOfTheHandler()
            return { $0.opens(try await $0.call("accounts:signInWithIdp", ["requestUri": url, "sessionId": sessionID])) }
        },
        IssuedThing(
            "a result of the handler page, to link to the account with the token that asked for it", uses: 100
        ) { stage in
            let token = stage.idToken
            let (url, sessionID) = try await stage.resultOfTheHandler(by: "another-person-\(stage.number)-")
            return {
                $0.opens(try await $0.call("accounts:signInWithIdp", ["requestUri": url, "sessionId": sessionID, "idToken": token]))
            }
        },
        IssuedThing("a code of the sign-in page for a site", uses: 100) { stage in
            let key = stage.caller.apiKey
            var visit = SiteVisit(apiKey: key)
            visit.more = stage.tenant.map { [("tenantId", $0)] } ?? []
            var browser = Browser(caller: stage.caller)
            let suffix = stage.tenant.map { "_" + Fingerprint(of: "default/" + $0).hex.prefix(16) } ?? ""
            browser.cookies["__Host-latchkey_page_session" + suffix] = stage.refreshToken
            let csrf = try field("csrf", of: try await browser.open(visit.page))
            let reply = try await browser.post("/sign-in/continue?" + visit.query, [("csrf", csrf)])
            let code = try SiteVisit.code(of: try SiteVisit.address(of: reply))
            let tenant = stage.tenant.map { #","tenantId":"\#($0)""# } ?? ""
            return { stage in
                stage.opens(
                    try await stage.caller.post(
                        "/v1/accounts:signInWithCode?key=\(key)",
                        #"{"code":"\#(code)","codeVerifier":"\#(SiteVisit.verifier)"\#(tenant)}"#))
            }
        },
        IssuedThing(
            // It verifies the phone number, which may belong to another account now.
            "a code to the phone of the account",
            survives: Action.byHolder.union(Action.byAdministrator).subtracting([.phoneReplaced]), credentials: [.phoneNumber],
            isInTenants: false, uses: 100
        ) { stage in
            try await stage.havePhone()
            let proof = try await stage.phoneProof()
            return { $0.opens(try await $0.call("accounts:signInWithPhoneNumber", proof)) }
        },
        IssuedThing(
            "a code to a phone that is to be linked, with the token of the request", isInTenants: false, uses: 100
        ) { stage in
            let token = stage.idToken
            var proof = try await stage.phoneProof("+49171" + String(10_000_000 + stage.number))
            proof["idToken"] = token
            let body = proof
            return { $0.opens(try await $0.call("accounts:signInWithPhoneNumber", body)) }
        },
        IssuedThing(
            "a temporary proof of the account's phone, as above",
            survives: Action.byHolder.union(Action.byAdministrator).subtracting([.phoneReplaced]), isInTenants: false, uses: 100
        ) { stage in
            try await stage.havePhone()
            let other = try await stage.done("accounts:signUp", [:])
            var proof = try await stage.phoneProof()
            proof["idToken"] = other["idToken"]
            let taken = try await stage.done("accounts:signInWithPhoneNumber", proof)
            let temporary = try #require(taken["temporaryProof"], "\(taken.text)")
            let number = stage.phone
            return {
                $0.opens(try await $0.call("accounts:signInWithPhoneNumber", ["temporaryProof": temporary, "phoneNumber": number]))
            }
        },
    ]
}

extension Stage {
    var gitHubBody: String { "access_token=g-person-\(number)-&providerId=github.com" }

    /// Sets whether Twitter is trusted for email addresses.
    func trustTwitter(_ trusted: Bool) async throws {
        let realm = realm
        try await server.store.write { transaction in
            guard var configuration = try transaction.provider(.twitter, in: realm) else { return }
            configuration.trustedForTakeover = trusted
            try transaction.save(configuration)
        }
    }

    /// Goes to GitHub and back, as an app's browser does.
    ///
    /// - Parameter token: The token of an unknown user, instead of the account's holder.
    /// - Returns: The URL that the app gets, and the session ID that it began with.
    func resultOfTheHandler(by stranger: String? = nil) async throws -> (url: String, sessionID: String) {
        let sessionID = "a session id of at least 128 bits \(number)"
        if let stranger {
            server.provider.add(.init(id: String(9000 + number), name: "S", username: "s\(number)", email: nil), token: stranger)
        }
        let begun = try await beginAtTheHandler(sessionID, code: stranger ?? "g-person-\(number)-")
        let back = try await comeBack(begun)
        let link = URLComponents(string: back.headers[.location] ?? "")?.queryItems?.first { $0.name == "link" }?.value
        return (try #require(link, "\(back.text)"), sessionID)
    }

    struct Begun: Sendable {
        let cookie: String
        let callback: String
    }

    func beginAtTheHandler(_ sessionID: String = "a session id of at least 128 bits", code token: String = "g-person-1-") async throws
        -> Begun
    {
        server.provider.add(code: "code-\(number)-", for: token)
        let query = [
            "apiKey=\(caller.apiKey)", "authType=signInWithRedirect", "redirectUrl=http%3A%2F%2F127.0.0.1%3A5555%2Fr", "eventId=E",
            "sessionId=\(Fingerprint(of: sessionID).hex)", "providerId=github.com", "v=test",
        ]
        let begun = try await caller.send(
            .get, "/__/auth/handler?" + (query + (tenant.map { ["tid=\($0)"] } ?? [])).joined(separator: "&"))
        let location = try #require(begun.headers[.location], "\(begun.text)")
        let cookie = try #require(begun.headers[.setCookie]).prefix { $0 != ";" }
        let state = try #require(URLComponents(string: location)?.queryItems?.first { $0.name == "state" }?.value)
        return Begun(cookie: String(cookie), callback: "/__/auth/handler?code=code-\(number)-&state=\(state)")
    }

    func comeBack(_ begun: Begun) async throws -> Reply {
        try await caller.send(.get, begun.callback, headers: [.cookie: begun.cookie])
    }
}
