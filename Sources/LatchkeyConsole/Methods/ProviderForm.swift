import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeyWeb

/// The settings form of a provider. Fields that the provider does not support are absent.
struct ProviderForm: Sendable {
    let enabled: Bool
    let clientID: String
    let hasSecret: Bool
    /// The error about the client ID, and the one about the secret.
    let clientIDProblem: String?
    let secretProblem: String?
    /// Whether the refused form had a new secret. Pages never contain a secret, so it has to be entered again.
    let lostSecret: Bool
    let fields: [Field]
    let trusted: Bool
    /// The mark of the configuration when the form was rendered.
    let seen: String

    /// A text field other than the client ID and secret.
    struct Field: Sendable {
        let name: String
        let title: String
        let explanation: String
        let value: String
        var problem: String?
    }

    static let clientIDField = "clientID"
    static let secretField = "secret"
    private static let separators: Set<Character> = [",", " ", "\t", "\r", "\n"]

    init(_ configuration: ProviderConfiguration?, of kind: ProviderKind) {
        let values = Self.values(of: configuration, kind)
        enabled = configuration?.enabled ?? true
        clientID = configuration?.clientID ?? ""
        hasSecret = configuration.map { !$0.isPublicClient } ?? false
        trusted = configuration?.trustedForTakeover ?? kind.settings.trustedForTakeover
        fields = Self.fields(of: kind) { values[$0] ?? "" }
        seen = Self.mark(of: configuration)
        (clientIDProblem, secretProblem, lostSecret) = (nil, nil, false)
    }

    /// - Parameters:
    ///   - configuration: The current configuration. Concurrent changes are detected by the mark in the form.
    ///   - problem: The error about a field.
    init(
        _ form: QueryParameters, over configuration: ProviderConfiguration?, of kind: ProviderKind, seen: String? = nil,
        problem: (field: String, text: String)? = nil
    ) {
        enabled = form["enabled"] == "yes"
        clientID = form["clientID"] ?? ""
        hasSecret = configuration.map { !$0.isPublicClient } ?? false
        trusted = form["trusted"] == "yes"
        fields = Self.fields(of: kind) { form[$0] ?? "" }.map { field in
            var field = field
            if field.name == problem?.field { field.problem = problem?.text }
            return field
        }
        clientIDProblem = problem?.field == Self.clientIDField ? problem?.text : nil
        secretProblem = problem?.field == Self.secretField ? problem?.text : nil
        lostSecret = form[Self.secretField]?.isEmpty == false
        self.seen = seen ?? form["seen"] ?? ""
    }

    static func mark(of configuration: ProviderConfiguration?) -> String {
        guard let configuration, let kind = ProviderKind.named(configuration.provider) else { return "none" }
        let instant = configuration.updatedAt.millisecondsSince1970
        let parts = ["\(instant)", "\(configuration.enabled)", "\(configuration.trustedForTakeover)", configuration.clientID]
        return Fingerprint(of: (parts + values(of: configuration, kind).values.sorted()).joined(separator: "\u{1f}")).hex
    }

    private static func values(of configuration: ProviderConfiguration?, _ kind: ProviderKind) -> [String: String] {
        let standardIssuer = if case .standard(let issuer) = kind.settings.issuer { issuer } else { "" }
        return [
            "scopes": configuration?.scopes.joined(separator: " ") ?? "",
            "apiOrigin": configuration?.apiOrigin ?? kind.settings.api, "webOrigin": configuration?.webOrigin ?? kind.settings.web,
            "issuer": configuration?.issuer ?? standardIssuer,
            "acceptedClientIDs": configuration?.acceptedClientIDs.joined(separator: " ") ?? "",
            "displayName": configuration?.parameters[.displayName] ?? "", "tenant": configuration?.parameters[.tenant] ?? "",
            "teamID": configuration?.parameters[.teamID] ?? "", "keyID": configuration?.parameters[.keyID] ?? "",
        ]
    }

    private static func fields(of kind: ProviderKind, _ value: (String) -> String) -> [Field] {
        let settings = kind.settings
        var fields: [Field] = []
        func add(_ name: String, _ title: String, _ explanation: String) {
            fields.append(Field(name: name, title: title, explanation: explanation, value: value(name)))
        }
        if settings.isOpenID {
            add(
                "issuer", "Issuer",
                "The URL before /.well-known/openid-configuration, for example https://gitea.example.org/. Write it exactly as the provider does."
            )
        }
        if settings.scopes {
            add(
                "scopes", "Scopes",
                "Permissions that users are asked for at each sign-in, with those that an app names. Leave empty to ask only for what sign-in needs. Separate scopes with spaces."
            )
        }
        if settings.parameters.contains(.tenant) {
            add(
                "tenant", "Directory",
                "Who can sign in: the ID of your directory (tenant) for its users only, organizations for all work and school accounts, "
                    + "consumers for personal accounts, or common for all of them.")
        }
        if settings.parameters.contains(.teamID) {
            add("teamID", "Team ID", "Ten characters. It is in the upper right corner of Apple’s developer pages.")
        }
        if settings.parameters.contains(.keyID) { add("keyID", "Key ID", "Ten characters, on the page of the key.") }
        if settings.isOpenID {
            add(
                "acceptedClientIDs", "Additional client IDs",
                "For mobile apps that use the provider’s own SDK: their client IDs. Their ID tokens are then accepted too. Separate IDs with spaces."
            )
        } else {
            add("apiOrigin", "API URL", "Keep \(settings.api), unless you run the provider’s server yourself.")
            add("webOrigin", "Web URL", "Keep \(settings.web), unless you run the provider’s server yourself.")
        }
        add("displayName", "Button label", "The name on the button of the sign-in page. Leave empty to use the provider’s name.")
        return fields
    }

    /// Returns the fields that differ from the stored configuration.
    func edit(over present: ProviderConfiguration?, of kind: ProviderKind, secret: String) -> ProviderEdit {
        let before = ProviderForm(present, of: kind)
        var edit = ProviderEdit()
        edit.enabled = enabled
        edit.trustedForTakeover = trusted
        if clientID != before.clientID || present == nil { edit.clientID = clientID }
        if !secret.isEmpty { edit.secret = Secret(secret) }
        let old = Dictionary(uniqueKeysWithValues: before.fields.map { ($0.name, $0.value) })
        // With only one URL, the rules would derive the other one. The form sets both.
        if let api = fields.first(where: { $0.name == "apiOrigin" }), api.value != old["apiOrigin"] {
            edit.webOrigin = fields.first { $0.name == "webOrigin" }?.value
        }
        var parameters: [String: String] = [:]
        for field in fields where field.value != old[field.name] {
            switch field.name {
            case "issuer": edit.issuer = field.value
            case "scopes": edit.scopes = Self.words(field.value)
            case "acceptedClientIDs": edit.acceptedClientIDs = Self.words(field.value)
            case "apiOrigin": edit.apiOrigin = field.value
            case "webOrigin": edit.webOrigin = field.value
            case "displayName": edit.displayName = field.value
            case "tenant": parameters[ProviderParameter.tenant.rawValue] = field.value
            case "teamID": parameters[ProviderParameter.teamID.rawValue] = field.value
            case "keyID": parameters[ProviderParameter.keyID.rawValue] = field.value
            default: break
            }
        }
        if !parameters.isEmpty { edit.parameters = parameters }
        return edit
    }

    /// Returns the names of the fields that differ from the stored configuration.
    ///
    /// - Parameter secret: The new secret.
    func changes(over present: ProviderConfiguration?, of kind: ProviderKind, secret: String) -> [String] {
        let before = ProviderForm(present, of: kind)
        var names: [String] = []
        if enabled != before.enabled || present == nil { names.append("enabled") }
        if clientID != before.clientID { names.append(Self.clientIDField) }
        if !secret.isEmpty { names.append(Self.secretField) }
        names += zip(fields, before.fields).filter { $0.value != $1.value }.map(\.0.name)
        if trusted != before.trusted { names.append("trusted") }
        return names
    }

    /// Returns the message after the form was saved.
    ///
    /// - Parameter names: The names of the changed fields. Unknown ones are left out.
    func message(about names: [String], of kind: ProviderKind) -> String {
        let parts: [String] = names.compactMap { name in
            switch name {
            case "enabled": "Sign-in with this provider: \(enabled ? "on" : "off")"
            case Self.clientIDField: kind.setup.keyTitle
            case Self.secretField: kind.setup.secretTitle
            case "trusted": "Trust e-mail addresses: \(trusted ? "on" : "off")"
            default: fields.first { $0.name == name }?.title
            }
        }
        return parts.isEmpty ? "Nothing was changed." : "Saved. " + parts.joined(separator: "; ") + "."
    }

    private static func words(_ text: String) -> [String] {
        text.split { separators.contains($0) }.map(String.init)
    }
}
