import Foundation
import LatchkeyTree

extension Node {
    /// The value that apps see: `NSNull`, strings, `NSNumber`, arrays and dictionaries, without priorities.
    ///
    /// Numbers are Foundation objects so that `as? Int`, `as? Double` and `as? Bool` behave as with Firebase.
    var plainValue: Any {
        guard let value else { return isEmpty ? NSNull() : children(\.plainValue, mayBeArray: true) }
        return value.plainValue
    }

    /// The value with `.priority` and `.value` where needed, and without arrays.
    var exportValue: Any {
        if let value {
            return priority.isNone ? value.plainValue : [".value": value.plainValue, ".priority": priority.plainValue]
        }
        guard hasChildren else { return NSNull() }
        let members = children(\.exportValue, mayBeArray: false)
        guard !priority.isNone, var all = members as? [String: Any] else { return members }
        all[".priority"] = priority.plainValue
        return all
    }

    private func children(_ shown: (Node) -> Any, mayBeArray: Bool) -> Any {
        if mayBeArray, case .object(let object) = self, let count = object.arrayCount {
            var elements = [Any](repeating: NSNull(), count: count)
            for (key, child) in children {
                if let index = Int(key.text), elements.indices.contains(index) { elements[index] = shown(child) }
            }
            return elements
        }
        var members: [String: Any] = [:]
        for (key, child) in children { members[key.text] = shown(child) }
        return members
    }
}

extension LeafValue {
    fileprivate var plainValue: Any {
        switch self {
        case .boolean(let value): NSNumber(value: value)
        case .string(let text): text
        case .number(let number): number.plainValue
        case .serverValue: NSNull()
        }
    }
}

extension Priority {
    /// A string or a number, or `NSNull`.
    var plainValue: Any {
        switch self {
        case .none, .serverValue: NSNull()
        case .number(let number): number.plainValue
        case .string(let text): text
        }
    }
}

extension Double {
    /// Converts integral values to integers, so that they are also printed as integers.
    fileprivate var plainValue: NSNumber {
        guard let whole = Int64(exactly: self), abs(whole) < 1 << 53, !(self == 0 && sign == .minus) else { return NSNumber(value: self) }
        return NSNumber(value: whole)
    }
}
