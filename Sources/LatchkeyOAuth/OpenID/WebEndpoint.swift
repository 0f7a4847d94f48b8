/// Addresses that somebody else's document sends us to.
enum WebEndpoint {
    /// The address, when secrets may travel there: `https`, or `http` on this machine while the document is there too.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/malformedReply``.
    ///
    /// - Parameters:
    ///   - document: Where the document is that names the address.
    ///   - isOwnNetwork: Whether an address is on this machine or in its own network.
    static func checked(
        _ url: String, named name: String, besides document: String, isOwnNetwork: (String) -> Bool
    ) throws -> String {
        guard let address = try? WebAddress(url), !url.contains("#") else {
            throw OAuthError(.malformedReply, detail: "the provider's \(name) is no absolute web address")
        }
        let isLocal = isLoopback(address)
        // An issuer elsewhere has no business with this machine's own servers.
        guard isLocal ? isOfThisMachine(document) : address.scheme == "https" else {
            throw OAuthError(.malformedReply, detail: "the provider's \(name) is neither https nor beside its issuer on this machine")
        }
        // Nor with its neighbours, which answer whoever comes from here. An issuer in there is the operator's own.
        guard isLocal || !isOwnNetwork(address.origin) || isOwnNetwork(document) else {
            throw OAuthError(
                .malformedReply, detail: "the provider's \(name) is in this machine's own network, and its issuer is not",
                hint: "Its document has to name public addresses, or its issuer has to be an address of that network.")
        }
        return url
    }

    /// Whether an address is one of this machine.
    private static func isOfThisMachine(_ url: String) -> Bool {
        (try? WebAddress(url)).map(isLoopback) ?? false
    }

    private static func isLoopback(_ address: WebAddress) -> Bool {
        if address.authority.hasPrefix("[") { return address.authority.hasPrefix("[::1]") }
        let host = address.authority.prefix { $0 != ":" }
        if host == "localhost" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
