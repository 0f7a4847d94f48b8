/// Suggestions for misspelled names.
enum Spelling {
    /// Returns the known name that differs only in case or by at most this number of letters.
    static func nearest(to name: String, in known: [String], within letters: Int = 2) -> String? {
        guard name.utf8.count <= 40 else { return nil }
        if let sameLetters = known.first(where: { $0.lowercased() == name.lowercased() }) { return sameLetters }
        let distances = known.map { (name: $0, distance: distance(Array(name.utf8), Array($0.utf8))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= min(letters, name.utf8.count / 2) ? best.name : nil
    }

    /// Returns the Levenshtein distance: the number of insertions, deletions and replacements.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var previous = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = previous + (a == b ? 0 : 1)
                previous = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, previous + 1)
            }
        }
        return row[right.count]
    }
}
