extension EmailAddress {
    /// The scripts that the name or one label of the domain mixes, in the order of the text; empty if each uses only one.
    ///
    /// The level is “Highly Restrictive” of UTS 39, section 5.2: one script, or the customary mixtures of Latin and Han with Japanese,
    /// Chinese or Korean letters. So `раypal` with two Cyrillic letters is a mixture, and `пример@example.org` is not.
    public var mixedScripts: [String] {
        // Fast path: nearly all addresses are ASCII.
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        let halves = text.unicodeScalars.split(separator: "@")
        for part in halves.prefix(1) + halves.dropFirst().flatMap({ $0.split(separator: ".") }) {
            var scripts: [LetterScript] = []
            for scalar in part {
                if let script = LetterScript(scalar), !scripts.contains(script) { scripts.append(script) }
            }
            if scripts.count > 1, !Self.customary.contains(where: { $0.isSuperset(of: scripts) }) { return scripts.map(\.rawValue) }
        }
        return []
    }

    private static let customary: [Set<LetterScript>] = [
        [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ]
}
