/// Every sentence of the pages behind the links of mails, in one language.
///
/// `{email}`, `{new}` and `{project}` stand for values; ``filled(_:_:)`` puts them in.
struct ActionTexts: Sendable {
    /// BCP 47.
    let language: String
    var direction = "ltr"

    /// A question with what the person may answer, and what follows.
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

    /// The texts in the language that a link names, by its first part; English where there are none.
    static func matching(_ language: String?) -> ActionTexts {
        let name = language?.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return all.first { $0.language == name } ?? .english
    }

    static let all: [ActionTexts] = [.english, .german, .french, .spanish, .arabic]

    /// Values keep their own direction inside the sentence (Unicode's first strong isolate).
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
