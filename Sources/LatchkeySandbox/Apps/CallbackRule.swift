/// Each provider's rules for matching a callback URL with the registered ones.
enum CallbackRule {
    /// Twitter: everything before the query must match a registered callback.
    static func twitterAccepts(_ callback: CallbackAddress, for app: SandboxApp) -> Bool {
        app.callbacks.compactMap { CallbackAddress($0) }.contains { registered in
            callback.scheme == registered.scheme && callback.host == registered.host && callback.path == registered.path
                && (callback.port == registered.port || app.allowsAnyLoopbackPort && callback.isLoopback)
        }
    }

    /// OpenID and X: the entire URL must match (OpenID Connect Core, section 3.1.2.1), except the port of a loopback
    /// address (RFC 8252, section 7.3).
    static func isExactly(_ redirect: String, of app: SandboxApp) -> Bool {
        guard let address = CallbackAddress(redirect) else { return false }
        return app.callbacks.contains { registered in
            if redirect == registered { return true }
            guard let registered = CallbackAddress(registered) else { return false }
            let isPortFree = address.isLoopback && (address.host != "localhost" || app.allowsAnyLoopbackPort)
            return isPortFree && address.scheme == "http" && registered.scheme == "http" && address.host == registered.host
                && address.target == registered.target
        }
    }

    /// GitHub: scheme and port must be equal, the host equal or a subdomain, the path equal to or below the registered one.
    /// Loopback addresses match on any port, because native apps listen on any free port (RFC 8252, section 7.3).
    static func gitHubAccepts(_ redirect: CallbackAddress, for app: SandboxApp) -> Bool {
        app.callbacks.compactMap { CallbackAddress($0) }.contains { registered in
            let isSameHost = redirect.host == registered.host
            let isSubdomain = redirect.host.hasSuffix(".\(registered.host)") && !registered.isLoopback
            let isPortFree =
                isSameHost && redirect.isLoopback && (redirect.host != "localhost" || app.allowsAnyLoopbackPort)
            let isBelow = redirect.path.hasPrefix(registered.path.hasSuffix("/") ? registered.path : "\(registered.path)/")
            return redirect.scheme == registered.scheme && (isSameHost || isSubdomain)
                && (redirect.port == registered.port || isPortFree) && (redirect.path == registered.path || isBelow)
        }
    }
}
