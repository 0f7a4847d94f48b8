import LatchkeyTree

/// The string methods of rules. A search of UTF-8 bytes has the same matches as a search of UTF-16 code units.
enum Text {
    static func join(_ left: String, _ right: String) throws(RuleFailure) -> String {
        guard left.utf8.count + right.utf8.count <= RulesLimits.maxTextBytes else { throw RuleFailure(.textTooLong) }
        return left + right
    }

    static func test(_ test: TypedExpression.TextTest, _ text: String, _ part: String) -> Bool {
        let (count, partCount) = (text.utf8.count, part.utf8.count)
        guard partCount <= count else { return false }
        switch test {
        case .beginsWith: return text.utf8.starts(with: part.utf8)
        case .endsWith: return text.utf8.suffix(partCount).elementsEqual(part.utf8)
        case .contains:
            if partCount == 0 { return true }
            return Search(Array(part.utf8)).first(in: Array(text.utf8)[...]) != nil
        }
    }

    /// Replaces every occurrence from left to right, literally.
    static func replace(_ text: String, _ old: String, _ new: String) throws(RuleFailure) -> String {
        // JavaScript would insert the new text between all code units, which is hardly ever intended.
        if old.isEmpty { return text }
        let bytes = Array(text.utf8)
        let replacement = Array(new.utf8)
        let search = Search(Array(old.utf8))
        var result: [UInt8] = []
        var rest = bytes[...]
        while let index = search.first(in: rest) {
            result.append(contentsOf: rest[..<index])
            result.append(contentsOf: replacement)
            guard result.count <= RulesLimits.maxTextBytes else { throw RuleFailure(.textTooLong) }
            rest = rest[(index + old.utf8.count)...]
        }
        guard result.count + rest.count <= RulesLimits.maxTextBytes else { throw RuleFailure(.textTooLong) }
        result.append(contentsOf: rest)
        return String(decoding: result, as: UTF8.self)
    }
}

/// A substring search in linear time (Knuth, Morris and Pratt), because both texts may come from untrusted clients.
private struct Search {
    private let part: [UInt8]
    /// For each length of a match, the length of the longest shorter match that ends at the same place.
    private let fallback: [Int]

    /// Prepares a search.
    ///
    /// - Parameter part: The text to find, not empty.
    init(_ part: [UInt8]) {
        self.part = part
        var fallback = [0]
        var length = 0
        for index in 1..<max(1, part.count) {
            while length > 0, part[index] != part[length] { length = fallback[length - 1] }
            if part[index] == part[length] { length += 1 }
            fallback.append(length)
        }
        self.fallback = fallback
    }

    func first(in text: ArraySlice<UInt8>) -> Int? {
        var length = 0
        for (index, byte) in zip(text.indices, text) {
            while length > 0, byte != part[length] { length = fallback[length - 1] }
            if byte == part[length] { length += 1 }
            if length == part.count { return index + 1 - length }
        }
        return nil
    }
}
