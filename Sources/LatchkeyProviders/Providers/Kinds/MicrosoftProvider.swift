import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Microsoft: one directory, any directory, or personal accounts.
    static let microsoft = ProviderKind(
        id: .microsoft, displayName: "Microsoft",
        settings: ProviderSettings(
            issuer: .standard("https://login.microsoftonline.com"), scopes: true, secret: .required, parameters: [.tenant],
            discovery: { authority, configuration in
                let tenant = configuration.parameters[.tenant] ?? MicrosoftTenant.standard
                let issuer = "\(authority)/\(tenant)/v2.0"
                return (OpenIDMetadata.url(ofIssuer: issuer), MicrosoftTenant.isSeveral(tenant) ? nil : issuer)
            }),
        setup: ProviderSetupGuide(
            consoleURL: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
            steps: [
                "Register an application, and choose the account types that may sign in.",
                "Add the callback URL as a redirect URI of a web app.",
                "Create a client secret, and copy its value.", "Add the optional claims email and xms_edov to ID tokens.",
            ])
    ) { configuration, _ in
        var dialect = OpenIDDialect()
        dialect.asking = ["prompt": "select_account"]
        dialect.scopesBesides = ["email", "profile"]
        let authority = configuration.issuer ?? ""
        let tenant = configuration.parameters[.tenant] ?? MicrosoftTenant.standard
        // Each directory has its own issuer.
        dialect.issuers = { claims in
            guard let directory = claims["tid"], MicrosoftTenant.admits(directory, to: tenant) else { return [] }
            return ["\(authority)/\(directory)/v2.0"]
        }
        dialect.assertion = { claims in
            var person = OpenIDPerson(claims)
            // A directory's administrator can set any email address. `xms_edov` says that the domain's owner is verified.
            person.emailVerified = claims["email"] != nil && claims.isTrue("xms_edov")
            return person
        }
        return dialect
    }
}

/// The directories that a configuration accepts.
public enum MicrosoftTenant {
    /// The directory of personal accounts.
    static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// The default: all directories and personal accounts.
    static let standard = "common"

    /// Whether a value stands for several directories. Microsoft's metadata then contains a template instead of an issuer.
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

    /// Whether a configuration accepts the value: a directory id, `common`, `organizations`, or `consumers`.
    public static func isValid(_ tenant: String) -> Bool { isSeveral(tenant) || isID(tenant) }

    /// Whether a text is a lowercase UUID.
    private static func isID(_ text: String) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2d }
    }
}
