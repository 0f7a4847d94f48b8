import LatchkeyOAuth
import LatchkeySecrets

/// A common mistake in signing, with the variants of a request that it would have signed.
struct FrequentMistake: Sendable {
    let explanation: String
    private let variants: @Sendable (SignatureInput) -> [SignatureInput]

    /// Returns whether this mistake would produce the signature.
    func explains(_ request: SignatureInput) -> Bool {
        variants(request).contains(where: \.isRight)
    }

    static let all: [FrequentMistake] = [
        FrequentMistake(explanation: "It was signed without the token's secret: the key is both secrets, joined by &.") { request in
            request.tokenSecret == nil ? [] : [request.with { $0.tokenSecret = nil }]
        },
        FrequentMistake(explanation: "It was signed with the two secrets in the wrong order: the app's comes first.") { request in
            guard let tokenSecret = request.tokenSecret else { return [] }
            return [request.with { ($0.consumerSecret, $0.tokenSecret) = (tokenSecret, request.consumerSecret) }]
        },
        FrequentMistake(explanation: "One of the secrets has leading or trailing white space, here or in the client.") { request in
            [
                request.with { $0.trimSecrets() },
                request.with { $0.consumerSecret = Secret($0.consumerSecret.expose() + "\n") },
                request.with { $0.tokenSecret = Secret(($0.tokenSecret?.expose() ?? "") + "\n") },
            ]
        },
        FrequentMistake(explanation: "The form body was not signed: its parameters must be in the base string.") { request in
            request.form.isEmpty ? [] : [request.with { $0.form = [:] }]
        },
        FrequentMistake(explanation: "The query was not signed: its parameters must be in the base string.") { request in
            guard let mark = request.url.firstIndex(of: "?") else { return [] }
            return [request.with { $0.url = String(request.url[..<mark]) }]
        },
        FrequentMistake(explanation: "It was signed for another HTTP method.") { request in
            ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].filter { $0 != request.method.uppercased() }
                .map { method in request.with { $0.method = method } }
        },
        FrequentMistake(
            explanation: "It was signed for the other scheme: the client and the server use different URLs (http and https)."
        ) {
            request in
            [("https://", "http://"), ("http://", "https://")].compactMap { request.replacingStart($0, by: $1) }
        },
        FrequentMistake(explanation: "It was signed for another host name: api.twitter.com and api.x.com have different signatures.") {
            request in
            [
                ("https://api.twitter.com/", "https://api.x.com/"), ("https://api.x.com/", "https://api.twitter.com/"),
            ].compactMap { request.replacingStart($0, by: $1) }
        },
        FrequentMistake(explanation: "It was signed for a path with or without a trailing slash.") { request in
            let end = request.url.firstIndex(of: "?") ?? request.url.endIndex
            let path = request.url[..<end]
            let other = path.hasSuffix("/") ? String(path.dropLast()) : path + "/"
            return [request.with { $0.url = other + request.url[end...] }]
        },
        FrequentMistake(explanation: "Spaces of the form were signed as plus signs: a space is %20 in a base string.") { request in
            request.form.contains { $0.value.contains(" ") }
                ? [request.with { $0.form = Parameters($0.form.map { Parameter($0.name, $0.value.replacing(" ", with: "+")) }) }] : []
        },
        FrequentMistake(
            explanation: "Values of the form were escaped twice, or passed escaped to --form, which expects unescaped values."
        ) {
            request in
            [
                request.with { $0.form = Parameters($0.form.map { Parameter($0.name, PercentEncoding.encode($0.value)) }) },
                request.with {
                    $0.form = Parameters(
                        $0.form.map { Parameter($0.name, PercentEncoding.decode($0.value, plusIsSpace: true) ?? $0.value) })
                },
            ]
        },
    ]

    private init(explanation: String, variants: @escaping @Sendable (SignatureInput) -> [SignatureInput]) {
        self.explanation = explanation
        self.variants = variants
    }
}

extension SignatureInput {
    fileprivate mutating func trimSecrets() {
        consumerSecret = Secret(Self.trimmed(consumerSecret.expose()))
        tokenSecret = tokenSecret.map { Secret(Self.trimmed($0.expose())) }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    fileprivate func replacingStart(_ start: String, by other: String) -> SignatureInput? {
        guard url.lowercased().hasPrefix(start) else { return nil }
        return with { $0.url = other + url.dropFirst(start.count) }
    }
}
