import ArgumentParser
import Foundation
import LatchkeyIdentity
import LatchkeyProviders

struct ProviderSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Configure a provider.",
        discussion: """
            Get the key from the app's page at the provider. \(ProviderSecretSource.explanation)

            For OpenID providers, set the issuer: `set oidc.example --issuer https://login.example.com --key KEY`. \(ProviderKind.namesWithStandardIssuer) \
            have a default one. Clients without a secret are public clients. The apple.com secret is the private key \
            (.p8) of the developer team; without it, only tokens from apps are accepted.

            A new configuration is enabled. The provider's address cannot be changed once users have signed in with it, \
            because the same user ID belongs to a different user at another address.
            """)

    @OptionGroup var provider: ProviderArgument
    @OptionGroup var project: ProjectOption
    @Option(
        name: [.customLong("key"), .customLong("client-id")],
        help: ArgumentHelp("Twitter's consumer key (API key), or the client ID of any other provider.", valueName: "key"))
    var clientID: String?
    @Option(help: ArgumentHelp("The secret file, or - for standard input.", valueName: "file")) var secretFile: String?
    @Flag(help: "Remove the secret: the client is a public client.") var noSecret = false
    @Option(help: ArgumentHelp("The base URL of the provider's API, if not the default.", valueName: "url"))
    var apiOrigin: String?
    @Option(help: ArgumentHelp("The base URL of the provider's pages, if not the default.", valueName: "url")) var webOrigin: String?
    @Option(help: ArgumentHelp("A GitHub Enterprise server, for example git.example.com.", valueName: "host")) var enterpriseHost: String?
    @Option(
        help: ArgumentHelp("The issuer of an OpenID provider, exactly as in its configuration document.", valueName: "url"))
    var issuer: String?
    @Option(
        help: ArgumentHelp(
            "Additional client IDs to accept ID tokens from, such as those of native apps, separated by commas; empty for none.",
            valueName: "ids"))
    var acceptClients: String?
    @Option(help: ArgumentHelp("OpenID: the response type, code or id_token.", valueName: "type"))
    var responseType: String?
    @Option(
        help: ArgumentHelp(
            "OpenID: the client authentication at the token endpoint, basic, post or none; empty for the provider's default.",
            valueName: "way"))
    var tokenAuth: String?
    @Option(help: ArgumentHelp("microsoft.com: the tenant ID, or common, organizations or consumers.", valueName: "tenant"))
    var tenant: String?
    @Option(help: ArgumentHelp("apple.com: the team ID.", valueName: "id")) var teamId: String?
    @Option(help: ArgumentHelp("apple.com: the key ID of the private key.", valueName: "id")) var keyId: String?
    @Option(help: "The default scopes, separated by commas.") var scopes: String?
    @Option(help: "Whether an email address that the provider verified gives access to an existing account with the same address.")
    var trustForTakeover: YesNo?
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if change == ProviderChange(), !secretSource.isNamed { throw ValidationError("Specify at least one setting; see --help.") }
        guard !noSecret || secretFile == nil else { throw ValidationError("--secret-file and --no-secret cannot be used together.") }
    }

    func run() async throws {
        var change = change
        if !noSecret { change.secret = try secretSource.secret().map(TransitSecret.init) }
        let call = try AdminCall.patch("/v2/projects/\(project.project)/providers/\(provider.provider)", change)
        try admin.show(try await admin.send(call, for: ProviderDescription.self)) { $0.facts }
    }

    private var secretSource: ProviderSecretSource {
        ProviderSecretSource(file: secretFile, environment: ProcessInfo.processInfo.environment)
    }

    private var change: ProviderChange {
        ProviderChange(
            clientID: clientID, removesSecret: noSecret ? true : nil, apiOrigin: apiOrigin, webOrigin: webOrigin,
            enterpriseHost: enterpriseHost,
            scopes: scopes.map(Self.words), trustedForTakeover: trustForTakeover?.isYes, issuer: issuer,
            acceptedClientIDs: acceptClients.map(Self.words), parameters: parameters.isEmpty ? nil : parameters)
    }

    private var parameters: [String: String] {
        let given: [(ProviderParameter, String?)] = [
            (.responseType, responseType), (.tokenAuthentication, tokenAuth), (.tenant, tenant), (.teamID, teamId), (.keyID, keyId),
        ]
        return Dictionary(uniqueKeysWithValues: given.compactMap { name, value in value.map { (name.rawValue, $0) } })
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
    }
}
