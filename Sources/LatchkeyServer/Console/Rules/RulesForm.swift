import LatchkeyOAuth
import LatchkeyRules
import LatchkeySecrets
import LatchkeyWeb

/// What stands in the editor of rules, and what is asked of them beside it.
struct RulesForm: Sendable {
    let text: String
    /// What the rules were when the form was shown; others now mean that somebody else saved meanwhile.
    let seen: String
    let trial: RulesTrialForm

    /// The longest form: 1 MiB of rules, of which a form writes most signs with three bytes.
    static let maxBytes = 4 * 1024 * 1024

    init(_ rules: SecurityRules) {
        text = rules.text
        seen = Self.mark(of: rules)
        trial = RulesTrialForm()
    }

    /// Another text than that of the rules that hold.
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

    /// The same inputs over other rules, for who wants to write over them now that they know.
    init(_ former: RulesForm, over rules: SecurityRules) {
        text = former.text
        seen = Self.mark(of: rules)
        trial = former.trial
    }

    static func mark(of rules: SecurityRules) -> String { Fingerprint(of: rules.text).hex }

    /// Forms end lines with two signs, whatever stood in the field before.
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

/// What is asked of rules: who does what.
struct RulesTrialForm: Sendable {
    enum Who: String, CaseIterable {
        case nobody, user, administrator

        var name: String {
            switch self {
            case .nobody: "Nobody signed in"
            case .user: "A user"
            case .administrator: "An administrator"
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
