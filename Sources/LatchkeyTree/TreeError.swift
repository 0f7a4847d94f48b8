/// An error for data that cannot be part of a tree.
public enum TreeError: Error, Equatable {
    /// The text is not a valid key.
    case key(String)
    case depth(max: Int)
    case textTooLong(maxBytes: Int)
    /// The text is not JSON. `offset` counts bytes.
    case syntax(String, offset: Int)
    case unknownServerValue
    case priority
    /// `.value` is combined with children.
    case valueWithChildren
    /// `.value` is an array or an object.
    case valueIsNoLeaf
    case size(maxBytes: Int)
    /// A request has too many values and objects.
    case nodes(max: Int)
    /// An update is not an object.
    case updateIsNoObject
}

extension TreeError: CustomStringConvertible {
    /// A sentence for clients.
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
