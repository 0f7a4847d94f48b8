import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Microsoft's directories: one, any, or personal accounts.
    static let microsoft = ProviderKind(
        id: .microsoft, displayName: "Microsoft",
        settings: ProviderSettings(
            issuer: .standard("https://login.microsoftonline.com"), scopes: true, secret: .required, parameters: [.tenant])
    ) { configuration, secret, tools in
        var dialect = OpenIDDialect()
        dialect.askingPrompt = "select_account"
        dialect.scopesBesides = ["email", "profile"]
        let authority = configuration.issuer ?? ""
        let tenant = configuration.parameters[.tenant] ?? MicrosoftTenant.standard
        // Each directory is an issuer of its own.
        dialect.issuers = { claims in
            guard let directory = claims["tid"], MicrosoftTenant.admits(directory, to: tenant) else { return [] }
            return ["\(authority)/\(directory)/v2.0"]
        }
        dialect.assertion = { claims in
            var person = OpenIDPerson(claims)
            // Whoever runs a directory writes what they like into its addresses, unless Microsoft says that the domain is theirs.
            person.emailVerified = claims["email"] != nil && claims.isTrue("xms_edov")
            return person
        }
        return try OpenIDProvider(
            configuration, client: OAuth2Client(id: configuration.clientID, secret: secret), dialect: dialect, tools: tools)
    }
}

/// Which directories a configuration lets in.
public enum MicrosoftTenant {
    /// The directory of personal accounts.
    static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Everybody, unless the configuration says otherwise.
    static let standard = "common"

    /// For several directories Microsoft's metadata names a template, which is nobody's name.
    static func isSeveral(_ tenant: String) -> Bool {
        ["common", "organizations", "consumers"].contains(tenant)
    }

    static func admits(_ directory: String, to tenant: String) -> Bool {
        guard isID(directory) else { return false }
        return switch tenant {
        case "common": true
        case "organizations": directory != personal
        case "consumers": directory == personal
        default: directory == tenant
        }
    }

    /// Whether a text may stand in a configuration.
    public static func isValid(_ tenant: String) -> Bool { isSeveral(tenant) || isID(tenant) }

    /// A UUID in lower case.
    private static func isID(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2d }
    }
}
