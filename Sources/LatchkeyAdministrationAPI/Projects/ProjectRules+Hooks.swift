import HTTPTypes
package import LatchkeyIdentity
import LatchkeyOAuth
package import LatchkeyProviders
import LatchkeyWeb

/// The rules for the URLs of blocking hooks.
extension ProjectRules {
    /// Checks the URL of a hook, and resolves its host.
    ///
    /// - Parameters:
    ///   - targets: The allowed call targets; `nil` if no server runs, because its setting is then unknown.
    ///   - isOperator: Whether the URL may point to the server's own machine or network, which only the operator may set.
    /// - Throws: ``SettingRefusal``.
    package static func checkHook(_ url: String, targets: CallTargets?, isOperator: Bool) async throws {
        try await check(url, of: .hook, targets: targets, isOperator: isOperator)
    }

    /// Checks the URL of a webhook in the same way.
    ///
    /// - Throws: ``SettingRefusal``.
    package static func checkWebhook(_ url: String, targets: CallTargets?, isOperator: Bool) async throws {
        try await check(url, of: .webhook, targets: targets, isOperator: isOperator)
    }

    /// The purpose of a URL, with the words for error messages.
    enum CalledURL {
        case hook
        case webhook

        var noun: String { self == .hook ? "hook" : "webhook" }
        var example: String { self == .hook ? "https://hooks.example.org/before" : "https://app.example.org/webhooks" }
        var command: String { self == .hook ? "latchkey projects hook set" : "latchkey webhooks create" }
    }

    private static func check(_ url: String, of use: CalledURL, targets: CallTargets?, isOperator: Bool) async throws {
        try checkHookURL(url, of: use, allowsThisMachine: isOperator)
        guard let refusal = await targets?.refusal(ofURL: url, isOperator: isOperator) else { return }
        throw SettingRefusal(hookRefusal(url, of: use, refusal, isOperator: isOperator))
    }

    /// Checks the URL of a hook. It is used unchanged and is also the audience of the request's token, so no part of it may be lost.
    ///
    /// - Parameter allowsThisMachine: Whether the URL may point to this machine or its network, which only the server's operator may set.
    /// - Throws: ``SettingRefusal``.
    static func checkHookURL(_ url: String, of use: CalledURL = .hook, allowsThisMachine: Bool) throws {
        guard url.utf8.count <= BlockingHooks.maxURLBytes, !url.contains("#"),
            let head = try? ProviderRequest(method: .post, url: url).head,
            let authority = head.authority, !authority.contains("@")
        else {
            throw SettingRefusal(
                "\(url.prefix(300)) is not the URL of a \(use.noun). Write it like \(use.example), without user and fragment, "
                    + "in at most \(BlockingHooks.maxURLBytes) bytes.")
        }
        let isThisMachine = AddressRange.isLoopback(ofURL: url)
        guard allowsThisMachine || !AddressRange.isOwnNetwork(ofURL: url) else {
            throw SettingRefusal(
                "\(url.prefix(300)) is on the server's own machine or in its network, where only its operator sets \(use.noun)s, by the command."
            )
        }
        guard head.scheme == "https" || isThisMachine else {
            throw SettingRefusal("\(url.prefix(300)) would send user data in the clear. Use https; http is for this machine only.")
        }
    }

    /// Returns the error message for a hook host that resolves into the server's own network.
    private static func hookRefusal(_ url: String, of use: CalledURL, _ refusal: TargetRefusal, isOperator: Bool) -> String {
        "\(url.prefix(300)): "
            + (isOperator
                ? refusal.description
                : "\(refusal.host) is on the server's own machine or in its network. Only the operator sets \(use.noun)s there, with the "
                    + "command \(use.command).")
    }
}
