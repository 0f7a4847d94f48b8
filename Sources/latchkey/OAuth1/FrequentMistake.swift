import LatchkeyOAuth
import LatchkeySecrets

/// A common mistake in signing, with the variants of a request that it would have signed.
struct FrequentMistake: Sendable {
    let explanation: String
    private let variants: @Sendable (SignatureQuestion) -> [SignatureQuestion]

    /// Returns whether this mistake would produce the signature.
    func explains(_ question: SignatureQuestion) -> Bool {
        variants(question).contains(where: \.isRight)
    }

    static let all: [FrequentMistake] = [
        FrequentMistake(explanation: "It was signed without the token's secret: the key is both secrets, joined by &.") { question in
            question.tokenSecret == nil ? [] : [question.with { $0.tokenSecret = nil }]
        },
        FrequentMistake(explanation: "It was signed with the two secrets in the wrong order: the app's comes first.") { question in
            guard let tokenSecret = question.tokenSecret else { return [] }
            return [question.with { ($0.consumerSecret, $0.tokenSecret) = (tokenSecret, question.consumerSecret) }]
        },
        FrequentMistake(explanation: "One of the secrets has leading or trailing white space, here or in the client.") { question in
            [
                question.with { $0.trimSecrets() },
                question.with { $0.consumerSecret = Secret($0.consumerSecret.expose() + "\n") },
                question.with { $0.tokenSecret = Secret(($0.tokenSecret?.expose() ?? "") + "\n") },
            ]
        },
        FrequentMistake(explanation: "The form body was not signed: its parameters must be in the base string.") { question in
            question.form.isEmpty ? [] : [question.with { $0.form = [:] }]
        },
        FrequentMistake(explanation: "The query was not signed: its parameters must be in the base string.") { question in
            guard let mark = question.url.firstIndex(of: "?") else { return [] }
            return [question.with { $0.url = String(question.url[..<mark]) }]
        },
        FrequentMistake(explanation: "It was signed for another HTTP method.") { question in
            ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].filter { $0 != question.method.uppercased() }
                .map { method in question.with { $0.method = method } }
        },
        FrequentMistake(
            explanation: "It was signed for the other scheme: the client and the server use different URLs (http and https)."
        ) {
            question in
            [("https://", "http://"), ("http://", "https://")].compactMap { question.replacingStart($0, by: $1) }
        },
        FrequentMistake(explanation: "It was signed for another host name: api.twitter.com and api.x.com have different signatures.") {
            question in
            [
                ("https://api.twitter.com/", "https://api.x.com/"), ("https://api.x.com/", "https://api.twitter.com/"),
            ].compactMap { question.replacingStart($0, by: $1) }
        },
        FrequentMistake(explanation: "It was signed for a path with or without a trailing slash.") { question in
            let end = question.url.firstIndex(of: "?") ?? question.url.endIndex
            let path = question.url[..<end]
            let other = path.hasSuffix("/") ? String(path.dropLast()) : path + "/"
            return [question.with { $0.url = other + question.url[end...] }]
        },
        FrequentMistake(explanation: "Spaces of the form were signed as plus signs: a space is %20 in a base string.") { question in
            question.form.contains { $0.value.contains(" ") }
                ? [question.with { $0.form = Parameters($0.form.map { Parameter($0.name, $0.value.replacing(" ", with: "+")) }) }] : []
        },
        FrequentMistake(
            explanation: "Values of the form were escaped twice, or passed escaped to --form, which expects unescaped values."
        ) {
            question in
            [
                question.with { $0.form = Parameters($0.form.map { Parameter($0.name, PercentEncoding.encode($0.value)) }) },
                question.with {
                    $0.form = Parameters(
                        $0.form.map { Parameter($0.name, PercentEncoding.decode($0.value, plusIsSpace: true) ?? $0.value) })
                },
            ]
        },
    ]

    private init(explanation: String, variants: @escaping @Sendable (SignatureQuestion) -> [SignatureQuestion]) {
        self.explanation = explanation
        self.variants = variants
    }
}

extension SignatureQuestion {
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

    fileprivate func replacingStart(_ start: String, by other: String) -> SignatureQuestion? {
        guard url.lowercased().hasPrefix(start) else { return nil }
        return with { $0.url = other + url.dropFirst(start.count) }
    }
}
