import Foundation
import LatchkeySecrets

/// Which server an ``Auth`` talks to, and how.
public struct AuthConfiguration: Sendable {
    /// The server's address, for example `https://login.example.com`; a path in front of the API is kept.
    public var serverURL: String
    /// The project's API key; the server prints it at its first start.
    public var apiKey: String
    /// The app's id at the server (`1:123:ios:abc`), by which the web flow comes back to an app on Apple's systems. A program of a desktop
    /// without one uses the browser and a port of the machine.
    public var appID: String?
    /// The app's bundle id.
    public var bundleID: String?
    /// Whether the web flow comes back by a universal link, an address of the server that Apple's systems open with this app alone, in place of
    /// the app's scheme, which other apps may register too. The server has to know the app's team
    /// (`latchkey projects app set APP --team-id TEAM`) and to be at `https://HOST`, without a port; ``appID`` is needed. The app's
    /// entitlements name the host under Associated Domains: `webcredentials:HOST` for the system's sign-in sheet, `applinks:HOST` for pages
    /// that the app shows itself.
    public var returnsByUniversalLink: Bool
    /// The tenant of the project.
    public var tenantID: String?
    /// Where the session is kept; `nil` is a file of this server and key in the person's state folder
    /// (see ``FileSessionStorage``). The clients of the first generations add `-legacy` to its name.
    public var sessionFile: String?
    /// How long a request may take.
    public var requestTimeout: Duration
    /// How long a person may stay on the provider's page.
    public var webFlowTimeout: Duration
    /// Whether `http://` is allowed to a server that is not on this machine; passwords then travel in clear text.
    public var allowsInsecureHTTP: Bool
    /// The address of the project's database, for example `https://db.example.com` or `https://db.example.com?ns=project`; only the
    /// client of the database asks for it.
    public var databaseURL: String?
    /// Whether this is a client of the first generations, whose new accounts have uids such as `twitter:123`.
    package var isLegacy = false

    /// Takes a server's address and a project's API key.
    public init(
        serverURL: String, apiKey: String, appID: String? = nil, bundleID: String? = nil, tenantID: String? = nil,
        sessionFile: String? = nil, requestTimeout: Duration = .seconds(30), webFlowTimeout: Duration = .seconds(300),
        allowsInsecureHTTP: Bool = false, databaseURL: String? = nil, returnsByUniversalLink: Bool = false
    ) {
        self.serverURL = serverURL
        self.apiKey = apiKey
        self.appID = appID
        self.bundleID = bundleID
        self.tenantID = tenantID
        self.sessionFile = sessionFile
        self.requestTimeout = requestTimeout
        self.webFlowTimeout = webFlowTimeout
        self.allowsInsecureHTTP = allowsInsecureHTTP
        self.databaseURL = databaseURL
        self.returnsByUniversalLink = returnsByUniversalLink
    }

    /// Reads `LATCHKEY_URL` and `LATCHKEY_API_KEY`, `LATCHKEY_DATABASE_URL` for ``databaseURL``, and `LATCHKEY_INSECURE_HTTP=1` for
    /// ``allowsInsecureHTTP``; `nil` unless address and key are there.
    public init?(environment: [String: String]) {
        guard let serverURL = environment["LATCHKEY_URL"], !serverURL.isEmpty,
            let apiKey = environment["LATCHKEY_API_KEY"], !apiKey.isEmpty
        else { return nil }
        self.init(
            serverURL: serverURL, apiKey: apiKey, allowsInsecureHTTP: environment["LATCHKEY_INSECURE_HTTP"] == "1",
            databaseURL: environment["LATCHKEY_DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// What stands for the configuration where there is none; every operation refuses it.
    static let missing = AuthConfiguration(serverURL: "", apiKey: "")

    /// Why no request can be made with a configuration.
    struct Problem: Equatable, Sendable {
        /// Firebase's code for an app without a configuration, or ``AuthErrorCode/internalError``: it has none for an address
        /// that is no good, and the API key is not to blame for it.
        let code: AuthErrorCode
        let text: String

        var error: NSError { AuthError.make(code, description: text, reason: text) }
    }

    /// `nil` when requests can be made with this configuration.
    var problem: Problem? {
        guard !serverURL.isEmpty, !apiKey.isEmpty else {
            return Problem(
                code: .invalidAPIKey,
                text: "No server is configured. Call Auth.configure(AuthConfiguration(serverURL:apiKey:)) first, or set "
                    + "LATCHKEY_URL and LATCHKEY_API_KEY.")
        }
        return addressProblem.map { Problem(code: .internalError, text: $0) }
    }

    /// Why no universal link can lead back to the app; only a provider's page needs to know.
    var linkProblem: String? {
        guard returnsByUniversalLink else { return nil }
        let parts = URLComponents(string: base)
        guard appID != nil, parts?.scheme == "https", parts?.port == nil, parts?.path.isEmpty == true else {
            return "returnsByUniversalLink needs an appID, and a server at https:// and a host name, without port and path."
        }
        return nil
    }

    private var addressProblem: String? {
        guard let parts = URLComponents(string: serverURL), let host = parts.host, !host.isEmpty,
            parts.scheme == "https" || parts.scheme == "http", parts.query == nil, parts.fragment == nil,
            parts.user == nil
        else {
            return "“\(serverURL)” is not the address of a server; write it like https://login.example.com."
        }
        if parts.scheme == "http", !allowsInsecureHTTP, !Self.isThisMachine(host) {
            return "\(serverURL) is refused because passwords would travel in clear text. Use https://, or set "
                + "allowsInsecureHTTP (LATCHKEY_INSECURE_HTTP=1)."
        }
        return nil
    }

    /// Whether what is sent to a host stays on this machine.
    package static func isThisMachine(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
            || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }

    /// What tells one session from those of other servers, projects, tenants, generations and apps.
    func sessionName(of appName: String? = nil) -> String {
        let names =
            [base, apiKey, tenantID ?? ""] + (isLegacy ? ["generation: legacy", databaseURL ?? ""] : []) + [appName].compactMap(\.self)
        return String(Fingerprint(of: names.joined(separator: "\n")).hex.prefix(32))
    }

    /// The address without a slash at its end.
    var base: String {
        var base = serverURL
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }
}
