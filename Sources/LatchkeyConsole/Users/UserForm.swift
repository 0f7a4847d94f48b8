import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// The edit form of an account.
struct UserForm: Sendable {
    let displayName: String
    let email: String
    let emailVerified: Bool
    let phoneNumber: String
    let claims: String
    /// The mark of the account when the form was rendered. A different mark on submission means that it was changed concurrently.
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
        claims = Self.inField(form["claims"] ?? "")
        seen = form["seen"] ?? ""
    }

    /// Returns the text as a multi-line field holds it. Browsers submit every line end as CR LF (HTML, “normalize newlines”).
    private static func inField(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// Returns the text as a single-line field holds it. Browsers remove line ends from it (HTML, “strip newlines”).
    private static func inLine(_ text: String) -> String { String(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }) }

    /// Creates a form with the same input and the mark of the current account, so that the user can choose to overwrite it.
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

    /// Returns the changes compared to the account. An untouched field changes nothing, even if the browser normalized its text.
    ///
    /// A new address counts as verified only if the previous one was not. Otherwise the checkbox may just have been left checked.
    ///
    /// - Throws: ``SignInError`` for an invalid address or number.
    func revision(of account: Account) throws -> AccountRevision {
        var revision = AccountRevision()
        if displayName != Self.inLine(account.displayName ?? "") {
            revision.displayName = displayName.isEmpty ? .clear : .set(try AccountEdit.checkedDisplayName(displayName))
        }
        if email.isEmpty {
            revision.clearsEmail = account.email != nil
        } else {
            let address = try EmailAddress.required(email)
            if address != account.email {
                revision.email = address
                revision.emailVerified = emailVerified && !account.emailVerified
            } else if emailVerified != account.emailVerified {
                revision.emailVerified = emailVerified
            }
        }
        if phoneNumber.isEmpty {
            if account.phoneNumber != nil { revision.unlinking = [.phone] }
        } else {
            let number = try PhoneNumber.required(phoneNumber)
            if number.text != account.phoneNumber { revision.phoneNumber = number }
        }
        if claims != Self.inField(account.customClaims ?? "") { revision.customClaims = claims }
        return revision
    }
}
