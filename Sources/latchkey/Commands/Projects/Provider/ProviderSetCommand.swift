import ArgumentParser
import LatchkeyIdentity

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ProviderSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Configure a provider, or change its configuration.",
        discussion: """
            The key comes from the app's page at the provider. \(ProviderSecretSource.explanation)

            OpenID providers are named by their issuer: `set oidc.example --issuer https://login.example.com --key KEY`. Google, Apple, \
            Microsoft and GitLab have one already. Clients without a secret are public clients; apple.com's secret is the private key \
            (.p8) of the developer team, and without it only tokens from apps are accepted.

            A new configuration is switched on. The address of the provider cannot change once people have signed in through it, \
            because the same id means another person elsewhere.
            """)

    @OptionGroup var provider: ProviderArgument
    @OptionGroup var project: ProjectOption
    @Option(
        name: [.customLong("key"), .customLong("client-id")],
        help: ArgumentHelp("Twitter's consumer key (API key), or the client id with every other provider.", valueName: "key"))
    var clientID: String?
    @Option(help: ArgumentHelp("The file with the secret; - for standard input.", valueName: "file")) var secretFile: String?
    @Flag(help: "The client has no secret, or none any more: a public client.") var noSecret = false
    @Option(help: ArgumentHelp("Where the provider's programming interface is, if not at its own address.", valueName: "url"))
    var apiOrigin: String?
    @Option(help: ArgumentHelp("Where the provider's pages are, if not at its own address.", valueName: "url")) var webOrigin: String?
    @Option(help: ArgumentHelp("A GitHub Enterprise server, for example git.example.com.", valueName: "host")) var enterpriseHost: String?
    @Option(
        help: ArgumentHelp("An OpenID provider's issuer, exactly as its own configuration document writes it.", valueName: "url"))
    var issuer: String?
    @Option(
        help: ArgumentHelp(
            "Further client ids whose ID tokens are accepted, such as those of native apps, separated by commas; empty for none.",
            valueName: "ids"))
    var acceptClients: String?
    @Option(help: ArgumentHelp("OpenID: what comes back from the provider's page, code or id_token.", valueName: "type"))
    var responseType: String?
    @Option(
        help: ArgumentHelp(
            "OpenID: how the secret is shown at the token endpoint, basic, post or none; empty for what the provider's document says.",
            valueName: "way"))
    var tokenAuth: String?
    @Option(help: ArgumentHelp("microsoft.com: the directory's id, or common, organizations or consumers.", valueName: "tenant"))
    var tenant: String?
    @Option(help: ArgumentHelp("apple.com: the id of the developer team.", valueName: "id")) var teamId: String?
    @Option(help: ArgumentHelp("apple.com: the id of the team's private key.", valueName: "id")) var keyId: String?
    @Option(help: "Scopes to ask for when an app names none, separated by commas.") var scopes: String?
    @Option(help: "Whether an address that the provider vouches for may take over an account of the same address.")
    var trustForTakeover: YesNo?
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if change == ProviderChange(), !secretSource.isNamed { throw ValidationError("Name at least one setting; --help lists them.") }
        guard !noSecret || secretFile == nil else { throw ValidationError("Give --secret-file or --no-secret, not both.") }
    }

    func run() async throws {
        var change = change
        if !noSecret { change.secret = try secretSource.secret().map(TransitSecret.init) }
        let request = AdminRequest.setProvider(id: provider.provider, project: project.project, change: change)
        try admin.show(try await admin.ask(request, for: ProviderDescription.self)) { $0.facts }
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
