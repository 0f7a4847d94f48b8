import Foundation
import LatchkeySecrets

/// The server of an ``Auth`` instance and the options for connecting to it.
public struct AuthConfiguration: Sendable {
    /// The server's URL, for example `https://login.example.com`. A path is kept in front of the paths of the API.
    public var serverURL: String
    /// The project's API key. The server prints it at its first start.
    public var apiKey: String
    /// The app's id on the server (`1:123:ios:abc`), which lets the web flow return to an app on Apple platforms. A desktop program without
    /// it uses the browser and a local port.
    public var appID: String?
    /// The bundle id of the app.
    public var bundleID: String?
    /// Whether the web flow returns through a universal link instead of the app's URL scheme, which other apps may register too.
    ///
    /// A universal link is a URL of the server that Apple's systems open only with this app. The server must know the app's team
    /// (`latchkey projects app set APP --team-id TEAM`) and must be at `https://HOST`, without a port. ``appID`` is required. The app's
    /// entitlements must contain the host under Associated Domains: `webcredentials:HOST` for the system's sign-in sheet, `applinks:HOST`
    /// for pages that the app shows itself.
    public var returnsByUniversalLink: Bool
    /// The tenant of the project.
    public var tenantID: String?
    /// The file of the session. If `nil`, a file specific to this server and API key in the user's state directory (see
    /// ``FileSessionStorage``). The clients of the first generations append `-legacy` to this path.
    public var sessionFile: String?
    /// The time limit of a request.
    public var requestTimeout: Duration
    /// How long to wait for the user on the provider's page.
    public var webFlowTimeout: Duration
    /// Whether `http://` is allowed for servers on other machines. Passwords are then sent in clear text.
    public var allowsInsecureHTTP: Bool
    /// The URL of the project's database, for example `https://db.example.com` or `https://db.example.com?ns=project`. Only the database
    /// client needs it.
    public var databaseURL: String?
    /// Whether this is a client of the first generations. Their new accounts have uids such as `twitter:123`.
    package var isLegacy = false

    /// Creates a configuration from a server's URL and a project's API key.
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

    /// Reads `LATCHKEY_URL`, `LATCHKEY_API_KEY`, `LATCHKEY_DATABASE_URL` for ``databaseURL``, and `LATCHKEY_INSECURE_HTTP=1` for
    /// ``allowsInsecureHTTP``. Returns `nil` without a URL or an API key.
    public init?(environment: [String: String]) {
        guard let serverURL = environment["LATCHKEY_URL"], !serverURL.isEmpty,
            let apiKey = environment["LATCHKEY_API_KEY"], !apiKey.isEmpty
        else { return nil }
        self.init(
            serverURL: serverURL, apiKey: apiKey, allowsInsecureHTTP: environment["LATCHKEY_INSECURE_HTTP"] == "1",
            databaseURL: environment["LATCHKEY_DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// A placeholder for a missing configuration. Every operation rejects it.
    static let missing = AuthConfiguration(serverURL: "", apiKey: "")

    /// The reason why a configuration does not allow requests.
    struct Problem: Equatable, Sendable {
        /// Firebase's code for a missing configuration, or ``AuthErrorCode/internalError`` for an invalid URL: Firebase has no code for
        /// that, and the API key is not the cause.
        let code: AuthErrorCode
        let text: String

        var error: NSError { AuthError.make(code, description: text, reason: text) }
    }

    /// The problem of this configuration; `nil` if it allows requests.
    var problem: Problem? {
        guard !serverURL.isEmpty, !apiKey.isEmpty else {
            return Problem(
                code: .invalidAPIKey,
                text: "No server is configured. Call Auth.configure(AuthConfiguration(serverURL:apiKey:)) first, or set "
                    + "LATCHKEY_URL and LATCHKEY_API_KEY.")
        }
        return addressProblem.map { Problem(code: .internalError, text: $0) }
    }

    /// The reason why universal links cannot return to the app. Only web flows check it.
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

    /// Returns whether traffic to a host stays on this machine.
    package static func isThisMachine(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
            || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }

    /// Returns a name that distinguishes the session from those of other servers, API keys, tenants, generations and apps.
    func sessionName(of appName: String? = nil) -> String {
        let names =
            [base, apiKey, tenantID ?? ""] + (isLegacy ? ["generation: legacy", databaseURL ?? ""] : []) + [appName].compactMap(\.self)
        return String(Fingerprint(of: names.joined(separator: "\n")).hex.prefix(32))
    }

    /// The server's URL without trailing slashes.
    var base: String {
        var base = serverURL
        while base.hasSuffix("/") { base.removeLast() }
        return base
    }
}
