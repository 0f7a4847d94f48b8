/// Makes a text from outside fit for a log line.
enum ErrorDetail {
    /// The longest detail that is kept, in characters.
    static let maxLength = 300
    /// A run of this many token characters with a digit among them is taken for a token.
    private static let tokenLength = 20

    /// Shortens the text, turns control characters into spaces, and replaces what looks like a token by `[...]`.
    static func clean(_ text: String) -> String {
        var cleaned = ""
        var run = ""
        // Nothing beyond this can end up within the limit, so a large body costs no more than a small one.
        for scalar in text.unicodeScalars.prefix(4 * maxLength) {
            if scalar.isASCII, isTokenCharacter(UInt8(truncatingIfNeeded: scalar.value)) {
                run.unicodeScalars.append(scalar)
                continue
            }
            cleaned += shown(run)
            run = ""
            let isControl = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            cleaned.unicodeScalars.append(isControl ? " " : scalar)
        }
        cleaned += shown(run)
        let words = cleaned.split(separator: " ").joined(separator: " ")
        return words.count > maxLength ? words.prefix(maxLength) + "..." : words
    }

    private static func shown(_ run: String) -> String {
        let looksLikeToken = run.utf8.count >= tokenLength && run.utf8.contains { (0x30...0x39).contains($0) }
        return looksLikeToken ? "[...]" : run
    }

    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
