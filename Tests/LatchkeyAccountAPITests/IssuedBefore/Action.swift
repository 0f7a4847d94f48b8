import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// An action on an account; the raw value is a sentence about it.
enum Action: String, CaseIterable, Sendable, CustomTestStringConvertible {
    // Actions that end nothing. Credentials must work after them; otherwise their end would prove nothing.
    case nothing = "nothing happens"
    case renamed = "the holder changes their name"

    case deleted = "the holder deletes it"
    case deletedByAdministrator = "an administrator deletes it"
    case deletedInBatch = "an administrator deletes it among others"
    case disabled = "an administrator disables it"
    case disabledForAWhile = "an administrator disables it and enables it again"
    case revoked = "an administrator revokes its tokens (validSince)"
    case overwritten = "an administrator imports it again"
    case passwordChanged = "the holder sets a new password"
    case passwordGiven = "an administrator sets a new password"
    case passwordReset = "the holder resets the password by mail"
    case addressChanged = "the holder confirms another address"
    case addressGiven = "an administrator gives it another address"
    case addressRemoved = "the holder removes the address"
    case addressRecovered = "the holder of the former address takes it back"
    case disowned = "the holder of the address says that it was not them"
    case takenOver = "a trusted provider proves the unproved address"
    case factorAdded = "the holder adds a second factor"
    case factorsTaken = "an administrator takes its second factors away"
    case factorReverted = "the link in the mail about a new second factor withdraws it"
    case passkeyRemoved = "the holder removes a passkey"
    case phoneReplaced = "the holder replaces the phone number"
    case tenantDeleted = "its tenant is deleted"
    case tenantSwitchedOff = "its tenant is switched off"

    var testDescription: String { rawValue }

    var isInTenant: Bool { self == .tenantDeleted || self == .tenantSwitchedOff }

    /// Creates what the action undoes, before anything else is issued.
    func prepare(_ stage: Stage) async throws -> Prepared {
        switch self {
        case .addressRecovered:
            let former = stage.email
            try await stage.changeAddress()
            let recovery = try await stage.server.lastMail(to: former).code
            try stage.take(try await stage.signIn())
            return .code(recovery)
        case .disowned:
            return .code(try await stage.mail("VERIFY_EMAIL", ["idToken": stage.idToken]).denyCode)
        case .factorReverted:
            try await stage.haveTOTP()
            return .code(try await stage.lastMail().code)
        case .factorsTaken:
            try await stage.haveTOTP()
            return .nothing
        case .passkeyRemoved:
            var authenticator = stage.authenticator()
            authenticator.credentialID[0] = 99
            let enrolled = try await stage.enrol(&authenticator)
            try stage.take(enrolled)
            return .passkey(authenticator)
        case .phoneReplaced:
            try await stage.havePhone()
            return .nothing
        default: return .nothing
        }
    }

    enum Prepared: Sendable {
        case nothing
        case code(String)
        case passkey(ScriptedAuthenticator)
    }

    func happen(_ stage: Stage, _ prepared: Prepared) async throws {
        switch self {
        case .nothing: break
        case .renamed: try await asHolder(stage, ["displayName": "Another name"])
        case .deleted: try await stage.done("accounts:delete", ["idToken": try await stage.signIn()["idToken"]])
        case .deletedByAdministrator: try await stage.administer("accounts:delete", ["localId": stage.uid])
        case .deletedInBatch: try await stage.administer("accounts:batchDelete", ["localIds": [stage.uid, "other"], "force": true])
        case .disabled: try await asAdministrator(stage, ["disableUser": true])
        case .disabledForAWhile:
            try await asAdministrator(stage, ["disableUser": true])
            try await asAdministrator(stage, ["disableUser": false])
        case .revoked: try await asAdministrator(stage, ["validSince": String(stage.server.clock.now.secondsSince1970)])
        case .overwritten:
            let user: [String: any Sendable] = ["localId": stage.uid, "email": stage.email, "emailVerified": true]
            let reply = try await stage.administer("accounts:batchCreate", ["users": [user], "allowOverwrite": true])
            #expect((reply.json["error"] as? [Any])?.isEmpty != false, "\(reply.text)")
        case .passwordChanged: try await asHolder(stage, ["password": "another password"])
        case .passwordGiven: try await asAdministrator(stage, ["password": "another password"])
        case .passwordReset:
            let mail = try await stage.mail("PASSWORD_RESET", ["email": stage.email])
            try await stage.done("accounts:resetPassword", ["oobCode": mail.code, "newPassword": "another password"])
        case .addressChanged: try await stage.changeAddress()
        case .addressGiven:
            try await asAdministrator(stage, ["email": "given-" + stage.email])
            stage.move(to: "given-" + stage.email)
        case .addressRemoved: try await asHolder(stage, ["deleteAttribute": ["EMAIL"]])
        case .addressRecovered, .disowned, .factorReverted:
            guard case .code(let code) = prepared else { break }
            try await stage.done("accounts:update", ["oobCode": code])
        case .takenOver:
            try await stage.edit { $0.emailVerified = false }
            let proved = try await stage.twitter()
            try #require(proved["localId"] == stage.uid, "\(proved.text)")
        case .factorAdded:
            let idToken = try #require(try await stage.signIn()["idToken"])
            let added = try await stage.finishTOTP(idToken, try await stage.startTOTP(idToken))
            try #require(added.status == .ok, "\(added.text)")
        case .factorsTaken: try await asAdministrator(stage, ["mfa": [String: String]()])
        case .passkeyRemoved:
            guard case .passkey(let authenticator) = prepared else { break }
            try await asHolder(stage, ["deletePasskey": [Base64URL.encode(authenticator.credentialID)]])
        case .phoneReplaced:
            let number = "+49160" + String(10_000_000 + stage.number)
            var proof = try await stage.phoneProof(number)
            proof["idToken"] = try await stage.signIn()["idToken"]
            try await stage.done("accounts:signInWithPhoneNumber", proof)
        case .tenantDeleted: try await atTenant(.delete, stage)
        case .tenantSwitchedOff: try await atTenant(.patch, stage, ["disableAuth": true])
        }
    }

    private func asHolder(_ stage: Stage, _ change: [String: any Sendable]) async throws {
        var body = change
        body["idToken"] = try await stage.signIn()["idToken"]
        try await stage.done("accounts:update", body)
    }

    private func asAdministrator(_ stage: Stage, _ change: [String: any Sendable]) async throws {
        try await stage.administer("accounts:update", change.merging(["localId": stage.uid]) { first, _ in first })
    }

    private func atTenant(_ method: HTTPRequest.Method, _ stage: Stage, _ body: [String: any Sendable]? = nil) async throws {
        let reply = try await stage.administrator.send(method, "/tenants/" + (stage.tenant ?? ""), body, version: "v2")
        try #require(reply.status == .ok, "\(reply.text)")
    }
}
