import Crypto
import HTTPTypes
import Hummingbird
import LatchkeySecrets

/// The browser session of a request, identified by a cookie, with the signed-in person.
struct Browser: Sendable {
    static let cookieName = "sandbox_browser"

    private let id: String
    private let isNew: Bool
    private let isSecure: Bool
    private let state: SandboxState

    init(_ request: ReceivedRequest, state: SandboxState) {
        let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        let known = cookies.lazy.map { $0.split(separator: "=", maxSplits: 1) }
            .first { $0.count == 2 && $0[0].filter { $0 != " " } == Self.cookieName }
            .map { String($0[1]) }
        isNew = known.map { Base64URL.decode($0)?.count != 16 } ?? true
        id = isNew ? state.random.token(byteCount: 16) : known ?? ""
        isSecure = request.address.scheme == "https"
        self.state = state
    }

    /// Returns the signed-in person, if that person has an account at the provider.
    func signedInPerson(at provider: SandboxProvider) -> SandboxPerson? {
        state.withLedger { ledger in
            ledger.sessions[Fingerprint(of: id)].flatMap { try? ledger.people.person($0, at: provider) }
        }
    }

    func signIn(_ personKey: String) {
        state.withLedger { ledger in _ = ledger.sessions.insert(personKey, for: Fingerprint(of: id)) }
    }

    /// Returns a value for a hidden field that is valid only for this browser and this subject.
    func csrf(for subject: String) -> String {
        let key = SymmetricKey(data: state.pageKey.expose())
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: Array("\(id)\n\(subject)".utf8), using: key)))
    }

    func isValid(csrf: String, for subject: String) -> Bool {
        self.csrf(for: subject).equalsInConstantTime(csrf)
    }

    /// The `Set-Cookie` header for a new browser session.
    var headers: HTTPFields {
        guard isNew else { return [:] }
        return [.setCookie: "\(Self.cookieName)=\(id); Path=/; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"]
    }
}
