import HTTPTypes
public import LatchkeyIdentity
import LatchkeyOAuth
public import LatchkeyProviders
import LatchkeyWeb

/// The validation rules for project settings, shared by the HTTP API, the console and the command-line tool.
public enum ProjectRules {
    /// The maximum number of authorized domains.
    public static let maxDomains = 100
    /// The allowed age of a recent sign-in, in seconds: up to one day.
    public static let recentSignInRange = 0...86_400
    /// The allowed sign-up limit, in accounts per hour; 0 means no limit.
    public static let signUpRange = 0...1_000_000
    /// The allowed SMS limit, in messages per day; 0 means no limit.
    public static let smsRange = 0...10_000_000

    /// Checks the URL of a hook. It is used unchanged and is also the audience of the request's token, so no part of it may be lost.
    ///
    /// - Parameter allowsThisMachine: Whether the URL may point to this machine or its network, which only the server's operator may set.
    /// - Throws: ``SettingRefusal``.
    public static func checkHookURL(_ url: String, allowsThisMachine: Bool) throws {
        guard url.utf8.count <= BlockingHooks.maxURLBytes, !url.contains("#"),
            let head = try? ProviderRequest(method: .post, url: url).head,
            let authority = head.authority, !authority.contains("@")
        else {
            throw SettingRefusal(
                "\(url.prefix(300)) is not the URL of a hook. Write it like https://hooks.example.org/before, without user and fragment, "
                    + "in at most \(BlockingHooks.maxURLBytes) bytes.")
        }
        let isThisMachine = AddressRange.isLoopback(ofURL: url)
        guard allowsThisMachine || !AddressRange.isOwnNetwork(ofURL: url) else {
            throw SettingRefusal(
                "\(url.prefix(300)) is on the server's own machine or in its network, where only its operator sets hooks, by the command.")
        }
        guard head.scheme == "https" || isThisMachine else {
            throw SettingRefusal("\(url.prefix(300)) would send user data in the clear. Use https; http is for this machine only.")
        }
    }

    /// Returns the error message for a hook host that resolves into the server's own network.
    public static func hookRefusal(_ url: String, _ refusal: TargetRefusal, isOperator: Bool) -> String {
        "\(url.prefix(300)): "
            + (isOperator
                ? refusal.description
                : "\(refusal.host) is on the server's own machine or in its network. Only the operator sets hooks there, with the "
                    + "command latchkey projects hook set.")
    }

    /// Checks the length limits of a password policy.
    ///
    /// - Throws: ``SettingRefusal``.
    public static func check(_ policy: PasswordPolicy) throws {
        guard PasswordPolicy.minimumRange.contains(policy.minimumCharacters),
            (policy.minimumCharacters...PasswordPolicy.maximumBytes).contains(policy.maximumCharacters)
        else {
            throw SettingRefusal(
                "A password's shortest length is \(PasswordPolicy.minimumRange.lowerBound) to \(PasswordPolicy.minimumRange.upperBound) "
                    + "characters, and its longest lies between that and \(PasswordPolicy.maximumBytes).")
        }
    }
}
