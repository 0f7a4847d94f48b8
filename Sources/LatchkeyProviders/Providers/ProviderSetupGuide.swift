/// How an operator registers an application with a provider: for the command line and the console.
public struct ProviderSetupGuide: Sendable {
    /// The page of the provider where applications are registered; `nil` if there is no common one.
    public let consoleURL: String?
    /// What to do there, in order.
    public let steps: [String]
    /// The provider's name for the client ID.
    public let keyTitle: String
    /// The provider's name for the client secret.
    public let secretTitle: String
    /// How to replace credentials that the provider does not accept, as the start of a sentence.
    public let copying: String

    init(
        consoleURL: String?, steps: [String], keyTitle: String = "Client ID", secretTitle: String = "Client secret",
        copying: String = "Copy the client id and the client secret again from the app's page"
    ) {
        self.consoleURL = consoleURL
        self.steps = steps
        self.keyTitle = keyTitle
        self.secretTitle = secretTitle
        self.copying = copying
    }
}
