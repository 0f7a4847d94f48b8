/// The texts of the pages that email links open, in one language.
///
/// `{email}`, `{new}` and `{project}` are placeholders, which ``filled(_:_:)`` replaces.
struct ActionTexts: Sendable {
    /// The language tag (BCP 47).
    let language: String
    var direction = "ltr"

    /// A question with its buttons, and the confirmation that follows.
    struct Question: Sendable {
        let title: String
        let lead: String
        let confirm: String
        var deny: String?
        let doneTitle: String
        let done: String
    }

    let resetPassword: Question
    let verifyEmail: Question
    let changeEmail: Question
    let recoverEmail: Question
    let disownEmail: Question
    let revertSecondFactor: Question

    let newPassword: String
    let showPassword: String
    let weakPassword: String
    let goOn: String
    let close: String
    /// Added after a recovery.
    let resetSent: String

    let problemTitle: String
    let invalid: String
    let expired: String
    let disabled: String
    let taken: String
    let noPlace: String
    let formEnded: String
    let otherwise: String

    /// Returns the texts for a language tag, by its first subtag; English for other languages.
    static func matching(_ language: String?) -> ActionTexts {
        let name = language?.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return all.first { $0.language == name } ?? .english
    }

    static let all: [ActionTexts] = [.english, .german, .french, .spanish, .arabic]

    /// Replaces the placeholders. Each value keeps its own direction in the sentence (Unicode's first strong isolate).
    static func filled(_ text: String, _ values: [(String, String)]) -> String {
        var rest = Substring(text)
        var filled = ""
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            filled += rest[..<open]
            filled += values.first { $0.0 == name }.map { "\u{2068}\($0.1)\u{2069}" } ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return filled + rest
    }
}
