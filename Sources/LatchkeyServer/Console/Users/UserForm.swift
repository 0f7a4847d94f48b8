import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

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
        claims = Self.inField(form["claims"] ?? "")
        seen = form["seen"] ?? ""
    }

    /// What a text becomes in a field of several lines: browsers send every end of a line as CR LF (HTML, “normalize newlines”).
    private static func inField(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// What a text becomes in a field of one line, from which browsers take ends of lines (HTML, “strip newlines”).
    private static func inLine(_ text: String) -> String { String(text.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }) }

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

    /// What is another than the form showed. A field that nobody touched changes nothing, whatever browsers made of what it showed.
    ///
    /// A new address is verified only if the former was not: else nobody might have thought of the mark that stood there already.
    ///
    /// - Throws: ``SignInError`` for an address or a number that is none.
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
