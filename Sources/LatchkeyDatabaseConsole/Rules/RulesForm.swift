import LatchkeyConsole
import LatchkeyOAuth
import LatchkeyRules
import LatchkeySecrets
import LatchkeyWeb

/// The form with the rules editor and the rules test.
struct RulesForm: Sendable {
    let text: String
    /// The mark of the rules when the form was rendered. A different mark on submission means that they were changed concurrently.
    let seen: String
    let trial: RulesTrialForm

    /// The maximum size of the form: 1 MiB of rules, where form encoding takes three bytes for most punctuation.
    static let maxBytes = 4 * 1024 * 1024

    init(_ rules: SecurityRules) {
        text = rules.text
        seen = Self.mark(of: rules)
        trial = RulesTrialForm()
    }

    /// Creates a form with a text other than that of the current rules.
    init(_ rules: SecurityRules, as text: String) {
        self.text = text
        seen = Self.mark(of: rules)
        trial = RulesTrialForm()
    }

    init(_ form: QueryParameters) {
        text = Self.lines(form["text"] ?? "")
        seen = form["seen"] ?? ""
        trial = RulesTrialForm(form)
    }

    /// Creates a form with the same input and the mark of the current rules, so that the user can choose to overwrite them.
    init(_ former: RulesForm, over rules: SecurityRules) {
        text = former.text
        seen = Self.mark(of: rules)
        trial = former.trial
    }

    static func mark(of rules: SecurityRules) -> String { Fingerprint(of: rules.text).hex }

    /// Converts line ends to LF, because browsers submit every line end as CR LF.
    private static func lines(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The simulated request: its user and operation.
struct RulesTrialForm: Sendable {
    enum Who: String, CaseIterable {
        case nobody, user, administrator

        var name: String {
            switch self {
            case .nobody: "Unauthenticated"
            case .user: "Authenticated user"
            case .administrator: "Administrator"
            }
        }
    }

    enum Operation: String, CaseIterable {
        case read, set, update, remove

        var name: String {
            switch self {
            case .read: "Read or listen"
            case .set: "Set"
            case .update: "Update children"
            case .remove: "Remove"
            }
        }
    }

    struct Choice: Sendable {
        let value: String
        let name: String
        let selected: Bool
    }

    let who: Who
    let operation: Operation
    let uid: String
    let claims: String
    let path: String
    let data: String
    let people: [Choice]
    let operations: [Choice]

    init(_ form: QueryParameters = [:]) {
        let who = Who(rawValue: form["who"] ?? "") ?? .nobody
        let operation = Operation(rawValue: form["operation"] ?? "") ?? .read
        (self.who, self.operation) = (who, operation)
        uid = form["uid"] ?? ""
        claims = form["claims"] ?? ""
        path = form["path"] ?? "/"
        data = form["data"] ?? ""
        people = Who.allCases.map { Choice(value: $0.rawValue, name: $0.name, selected: $0 == who) }
        operations = Operation.allCases.map { Choice(value: $0.rawValue, name: $0.name, selected: $0 == operation) }
    }
}
