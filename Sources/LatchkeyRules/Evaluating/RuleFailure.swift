/// The reason why a rule could not be evaluated. The whole rule is then false.
struct RuleFailure: Error, Equatable, Sendable {
    enum Reason: UInt8, Sendable {
        case comparison, addition, notNumber, notText, parentOfRoot, textTooLong, patternTooSlow
    }

    /// The kind of a value, as messages name it.
    enum Kind: String, Sendable {
        case null, boolean, number, string, list, map, object, snapshot, none
    }

    let reason: Reason
    let first: Kind
    let second: Kind

    init(_ reason: Reason, _ first: Kind = .none, _ second: Kind = .none) {
        self.reason = reason
        self.first = first
        self.second = second
    }

    var message: String {
        switch reason {
        case .comparison: "\(first.rawValue) cannot be compared with \(second.rawValue): both must be numbers or both strings"
        case .addition: "\(first.rawValue) and \(second.rawValue) cannot be added: only numbers and strings can"
        case .notNumber: "expected a number, but got \(first.rawValue)"
        case .notText: "expected a string, but got \(first.rawValue)"
        case .parentOfRoot: "the root has no parent"
        case .patternTooSlow: "the string is too long for this large regular expression"
        case .textTooLong: "the string has more than \(RulesLimits.maxTextBytes) bytes"
        }
    }
}

extension Value {
    var kind: RuleFailure.Kind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .auth(.list): .list
        case .auth: .map
        case .object: .object
        case .snapshot: .snapshot
        }
    }
}
