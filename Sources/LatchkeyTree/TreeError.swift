/// Why something cannot be in a tree.
public enum TreeError: Error, Equatable {
    /// No key can be written like that.
    case key(String)
    case depth(max: Int)
    case textTooLong(maxBytes: Int)
    /// Not JSON; `offset` counts bytes.
    case syntax(String, offset: Int)
    case unknownServerValue
    case priority
    /// `.value` beside other children.
    case valueWithChildren
    /// An array or an object as `.value`.
    case valueIsNoLeaf
    case size(maxBytes: Int)
    /// More values and objects in one request.
    case nodes(max: Int)
    /// An update that is an array or a single value.
    case updateIsNoObject
}

extension TreeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .key(let text):
            "Invalid key \"\(String(text.unicodeScalars.prefix(64)))\": keys have 1 to \(ChildKey.maxBytes) bytes of UTF-8 and none of . $ # [ ] / or control characters."
        case .depth(let max): "Data is nested more than \(max) levels deep."
        case .textTooLong(let maxBytes): "A string is longer than \(maxBytes) bytes."
        case .syntax(let what, let offset): "Invalid data; couldn't parse JSON object, array, or value. At byte \(offset): \(what)."
        case .unknownServerValue: "Unknown server value: \".sv\" is \"timestamp\" or {\"increment\": number}."
        case .priority: "A priority is a number, a string or null."
        case .valueWithChildren: "\".value\" cannot stand beside other children."
        case .updateIsNoObject: "An update is a JSON object whose members are paths."
        case .valueIsNoLeaf: "\".value\" is a string, a number, a boolean or a server value."
        case .nodes(let max): "Data has more than \(max) values. Write it in several requests."
        case .size(let maxBytes): "Data is larger than \(maxBytes) bytes."
        }
    }
}
