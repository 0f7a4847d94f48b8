/// Prepares text from external sources for log lines.
enum ErrorDetail {
    /// The longest detail that is kept, in characters.
    static let maxLength = 300
    /// The minimum length of a run of token characters with at least one digit that is treated as a token.
    private static let tokenLength = 20

    /// Shortens the text, replaces control characters with spaces, and replaces probable tokens with `[...]`.
    static func clean(_ text: String) -> String {
        var cleaned = ""
        var run = ""
        // Characters beyond this limit cannot appear in the result, so a large body costs no more than a small one.
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
