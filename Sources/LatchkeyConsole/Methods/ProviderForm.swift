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
    }

    private static let separators: Set<Character> = [",", " ", "\t", "\r", "\n"]

    init(_ configuration: ProviderConfiguration?, of kind: ProviderKind) {
        let values = Self.values(of: configuration, kind)
        enabled = configuration?.enabled ?? true
        clientID = configuration?.clientID ?? ""
        hasSecret = configuration.map { !$0.isPublicClient } ?? false
        trusted = configuration?.trustedForTakeover ?? kind.settings.trustedForTakeover
        fields = Self.fields(of: kind) { values[$0] ?? "" }
        seen = Self.mark(of: configuration)
    }

    /// - Parameter configuration: The current configuration. Concurrent changes are detected by the mark in the form.
    init(_ form: QueryParameters, over configuration: ProviderConfiguration?, of kind: ProviderKind, seen: String? = nil) {
        enabled = form["enabled"] == "yes"
        clientID = form["clientID"] ?? ""
        hasSecret = configuration.map { !$0.isPublicClient } ?? false
        trusted = form["trusted"] == "yes"
        fields = Self.fields(of: kind) { form[$0] ?? "" }
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
        if settings.isOpenID { add("issuer", "Issuer", "Must match the provider’s discovery document byte for byte.") }
        if settings.scopes {
            add(
                "scopes", "Scopes",
                "Requested at each sign-in, with those that an app names. Empty for the default. Separate scopes with spaces.")
        }
        if settings.parameters.contains(.tenant) {
            add("tenant", "Directory", "The directory ID, or common, organizations or consumers.")
        }
        if settings.parameters.contains(.teamID) { add("teamID", "Team ID", "The developer team that the key belongs to.") }
        if settings.parameters.contains(.keyID) { add("keyID", "Key ID", "The ID of the private key.") }
        if settings.isOpenID {
            add("acceptedClientIDs", "Additional client IDs", "ID tokens for these clients are also accepted, for example for mobile apps.")
        } else {
            add("apiOrigin", "API URL", "\(settings.api), unless you host the server yourself.")
            add("webOrigin", "Web URL", "\(settings.web), unless you host the server yourself.")
        }
        add("displayName", "Button label", "Leave empty to use the provider’s name.")
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

    private static func words(_ text: String) -> [String] {
        text.split { separators.contains($0) }.map(String.init)
    }
}
