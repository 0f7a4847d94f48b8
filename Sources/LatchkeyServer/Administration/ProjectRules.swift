import HTTPTypes
public import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// What may be set in a project, whichever way it is set.
public enum ProjectRules {
    public static let maxDomains = 100
    /// A day: what is older is no recent sign-in.
    public static let recentSignInRange = 0...86_400
    public static let signUpRange = 0...1_000_000
    public static let smsRange = 0...10_000_000

    /// A host name as addresses are compared with it: no scheme, no port, no wildcard.
    ///
    /// - Throws: ``SettingRefusal``.
    public static func checkedDomain(_ text: String) throws -> String {
        let domain = text.lowercased()
        let isName = domain.utf8.allSatisfy { byte in
            (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        guard !domain.isEmpty, domain.utf8.count <= 253, isName || domain == "[::1]", domain == "[::1]" || areLabels(domain) else {
            throw SettingRefusal(
                "\(text.prefix(300)) is no host name. Write it like app.example.org, without https://, port, path or wildcard.")
        }
        return domain
    }

    /// Whether a name could be in the DNS: labels of 1 to 63 characters that neither begin nor end with a hyphen.
    private static func areLabels(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        }
    }

    /// The address of a hook is sent as it stands, and is the audience of what is sent: no part of it may get lost on the way.
    ///
    /// - Parameter allowsThisMachine: Whether who sets it may reach what listens on this machine and in its network: its operator, and
    ///   nobody else.
    /// - Throws: ``SettingRefusal``.
    public static func checkHookURL(_ url: String, allowsThisMachine: Bool) throws {
        guard url.utf8.count <= BlockingHooks.maxURLBytes, !url.contains("#"),
            let head = try? ProviderRequest(method: .post, url: url).head,
            let authority = head.authority, !authority.contains("@")
        else {
            throw SettingRefusal(
                "\(url.prefix(300)) is no address of a hook. Write it like https://hooks.example.org/before, without user and fragment, "
                    + "in at most \(BlockingHooks.maxURLBytes) bytes.")
        }
        let isThisMachine = AddressRange.isLoopback(ofURL: url)
        guard allowsThisMachine || !AddressRange.isOwnNetwork(ofURL: url) else {
            throw SettingRefusal(
                "\(url.prefix(300)) is on the server's own machine or in its network, where only its operator sets hooks, by the command.")
        }
        guard head.scheme == "https" || isThisMachine else {
            throw SettingRefusal("\(url.prefix(300)) would carry people's data in the clear. Use https; http is for this machine only.")
        }
    }

    /// The error for a hook whose host resolves into the server's own network.
    public static func hookRefusal(_ url: String, _ refusal: TargetRefusal, isOperator: Bool) -> String {
        "\(url.prefix(300)): "
            + (isOperator
                ? refusal.description
                : "\(refusal.host) is on the server's own machine or in its network. Only the operator sets hooks there, with the "
                    + "command latchkey projects hook set.")
    }

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
