import LatchkeyIdentity

/// The picture of an account in lists: its initials on one of six colors. The pages load no pictures from other sites.
struct Avatar {
    let initials: String
    /// The number of the color, which stays the same for an account.
    let color: Int

    init(_ account: Account) {
        let words = (account.displayName ?? "").split(whereSeparator: \.isWhitespace)
        let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first(where: \.isLetter) }
        let shown = letters.isEmpty ? account.shownIdentifier.first { $0.isLetter || $0.isNumber }.map { [$0] } ?? [] : letters
        initials = String(shown).uppercased()
        color = account.id.rawValue.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff } % 6 + 1
    }
}

extension Int {
    /// The number with a comma before each group of three digits.
    var grouped: String {
        let digits = String(magnitude)
        let parts = digits.enumerated().map { ($0 > 0 && (digits.count - $0).isMultiple(of: 3) ? "," : "") + String($1) }
        return (self < 0 ? "-" : "") + parts.joined()
    }
}
