/// The parameters of a request by location, checked for their place and for duplicates.
struct SignedRequestSources {
    let address: WebAddress
    /// The protocol parameters; names are unique.
    let protocolValues: Parameters
    /// All parameters that a signature covers.
    let covered: Parameters

    /// Parses and checks the parameters; throws ``OAuth1Problem``.
    init(url: String, authorization: String?, contentType: String?, body: [UInt8]) throws {
        let header: Parameters
        let query: Parameters
        let form: Parameters
        do {
            address = try WebAddress(url)
            let isOAuth = authorization.map(OAuth1AuthorizationHeader.isOAuth) ?? false
            header = isOAuth ? try OAuth1AuthorizationHeader(parsing: authorization ?? "").parameters : [:]
            query = try address.query.map { try Parameters(formEncoded: $0) } ?? [:]
            form = MediaType.isForm(contentType) ? try Parameters(formEncoded: body) : [:]
        } catch let error as OAuthError {
            throw OAuth1Problem(.parameterRejected, advice: "The request cannot be read: \(error.detail).")
        }

        let places = [("Authorization header", header), ("form body", form), ("query", query)]
            .filter { $0.1.contains { OAuth1ProtocolName.isReserved($0.name) } }
        guard places.count < 2 else {
            throw OAuth1Problem(
                .parameterRejected,
                advice: "Protocol parameters appear in the \(places.map(\.0).joined(separator: " and the ")); use one place.")
        }

        let everything = header.filter { $0.name != "realm" } + query + form
        let protocolValues = everything.filter { OAuth1ProtocolName.isProtocol($0.name) }
        var seen: Set<String> = []
        for pair in protocolValues where !seen.insert(pair.name).inserted {
            throw OAuth1Problem(
                .parameterRejected, advice: "\(pair.name) appears twice.",
                extra: ["oauth_parameters_rejected": pair.name])
        }
        self.protocolValues = protocolValues
        covered = everything.filter { $0.name != "oauth_signature" }
    }
}
