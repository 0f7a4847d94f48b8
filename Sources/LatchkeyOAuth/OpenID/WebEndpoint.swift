/// Validation of URLs that come from external documents.
enum WebEndpoint {
    /// Returns the URL if secrets may be sent there: `https`, or `http` on this machine if the document is there, too.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/malformedReply``.
    ///
    /// - Parameters:
    ///   - document: The URL of the document that contains the address.
    ///   - isOwnNetwork: Returns whether an address is on this machine or in its own network.
    static func checked(
        _ url: String, named name: String, besides document: String, isOwnNetwork: (String) -> Bool
    ) throws -> String {
        guard let address = try? WebAddress(url), !url.contains("#") else {
            throw OAuthError(.malformedReply, detail: "the provider's \(name) is not an absolute URL")
        }
        let isLocal = isLoopback(address)
        // An external issuer must not refer to servers on this machine.
        guard isLocal ? isOfThisMachine(document) : address.scheme == "https" else {
            throw OAuthError(.malformedReply, detail: "the provider's \(name) must use https, or be on this machine like its issuer")
        }
        // Nor to hosts in its network, which may trust any request from this machine. An issuer in that network is the operator's own.
        guard isLocal || !isOwnNetwork(address.origin) || isOwnNetwork(document) else {
            throw OAuthError(
                .malformedReply, detail: "the provider's \(name) is in this machine's own network, but its issuer is not",
                hint: "Use public addresses in the document, or an issuer in the same network.")
        }
        return url
    }

    /// Returns whether a URL is an address of this machine.
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
