// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// What an editor may write about an account.
struct UserForm: Sendable {
    let displayName: String
    let email: String
    let emailVerified: Bool
    let phoneNumber: String
    let claims: String
    /// What the account was when the form was shown; another now means that somebody else changed it.
    let seen: String

    init(_ account: Account) {
        displayName = account.displayName ?? ""
        email = account.email?.text ?? ""
        emailVerified = account.emailVerified
        phoneNumber = account.phoneNumber ?? ""
        claims = account.customClaims ?? ""
        seen = Self.mark(of: account)
    }

    init(_ form: QueryParameters) {
        displayName = form["displayName"] ?? ""
        email = form["email"] ?? ""
        emailVerified = form["emailVerified"] == "yes"
        phoneNumber = form["phoneNumber"] ?? ""
        claims = form["claims"] ?? ""
        seen = form["seen"] ?? ""
    }

    /// The same inputs over another state of the account, for who wants to write over it now that they know.
    init(_ former: UserForm, over account: Account) {
        displayName = former.displayName
        email = former.email
        emailVerified = former.emailVerified
        phoneNumber = former.phoneNumber
        claims = former.claims
        seen = Self.mark(of: account)
    }

    static func mark(of account: Account) -> String {
        let parts = [
            account.displayName ?? "", account.email?.text ?? "", String(account.emailVerified), account.phoneNumber ?? "",
            account.customClaims ?? "",
        ]
        return Fingerprint(of: parts.joined(separator: "\u{1f}")).hex
    }

    /// What is another than it was.
    ///
    /// - Throws: ``SignInError`` for an address or a number that is none.
    func revision(of account: Account) throws -> AccountRevision {
        var revision = AccountRevision()
        if displayName != account.displayName ?? "" {
            revision.displayName = displayName.isEmpty ? .clear : .set(try AccountEdit.checkedDisplayName(displayName))
        }
        if email.isEmpty {
            revision.clearsEmail = account.email != nil
        } else {
            let address = try EmailAddress.required(email)
            if address != account.email { revision.email = address }
            if revision.email != nil || emailVerified != account.emailVerified { revision.emailVerified = emailVerified }
        }
        if phoneNumber.isEmpty {
            if account.phoneNumber != nil { revision.unlinking = [.phone] }
        } else {
            let number = try PhoneNumber.required(phoneNumber)
            if number.text != account.phoneNumber { revision.phoneNumber = number }
        }
        if claims != account.customClaims ?? "" { revision.customClaims = claims }
        return revision
    }
}
