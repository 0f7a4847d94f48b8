extension SignInTexts {
    static let all: [SignInTexts] = [.english, .german, .french, .spanish, .arabic]

    /// Returns the texts for a language tag, by its first subtag; `nil` if the language is not available.
    static func matching(_ language: some StringProtocol) -> SignInTexts? {
        let name = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return all.first { $0.language == name }
    }

    /// Returns the available language that the browser prefers (`Accept-Language`, RFC 9110, section 12.5.4); `nil` if there is none.
    static func accepted(_ header: String) -> SignInTexts? {
        var best: SignInTexts?
        var highest = 0.0
        for part in header.prefix(maxHeaderCharacters).split(separator: ",") {
            let halves = part.split(separator: ";")
            let weight = halves.dropFirst().first.flatMap { Double($0.filter { !"q= ".contains($0) }) } ?? 1
            // Of equal weights, the first one wins.
            guard weight > highest, let texts = halves.first.flatMap({ matching($0.filter { $0 != " " }) }) else { continue }
            (best, highest) = (texts, weight)
        }
        return best
    }

    private static let maxHeaderCharacters = 512

    /// Replaces placeholders with values. Values that could change the text direction are isolated (Unicode's first strong isolate).
    func filled(_ text: String, _ values: [(String, String)]) -> String {
        var rest = Substring(text)
        var filled = ""
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            let value = values.first { $0.0 == name }?.1 ?? ""
            filled += rest[..<open]
            filled += direction == "rtl" || Self.mayTurn(value) ? "\u{2068}\(value)\u{2069}" : value
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }

    func filled(_ text: String, name: String) -> String { filled(text, [("name", name)]) }

    /// Whether a text contains right-to-left letters or direction marks.
    private static func mayTurn(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8ff, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff,
                0x1e800...0x1efff:
                true
            default: false
            }
        }
    }
}
