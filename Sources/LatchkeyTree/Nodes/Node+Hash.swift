import Crypto
import FoundationEssentials
import Synchronization

extension Node {
    /// The hash with which Firebase's clients and server compare trees: SHA-1 in Base64; empty for an empty node.
    ///
    /// The input for a leaf is `type:value`, with the sixteen hexadecimal digits of its bits for a number. The input for an object is
    /// `:key:hash` for each child in the order of priorities. A priority is prepended as `priority:type:value:`.
    public var hash: String {
        switch self {
        case .empty: ""
        case .leaf(let value): Self.digest(value.hashText)
        case .rankedLeaf(let leaf): Self.digest(leaf.priority.hashText + leaf.value.hashText)
        case .object(let object): object.hash
        }
    }

    static func digest(_ text: String) -> String {
        var text = text
        let digest = text.withUTF8 { Insecure.SHA1.hash(data: UnsafeRawBufferPointer($0)) }
        return Data(digest).base64EncodedString()
    }
}

extension ObjectNode {
    /// The hash, cached per object. After a change, only the hashes on the path to it are computed again.
    fileprivate var hash: String {
        if let known = known?.hash.withLock({ $0 }) { return known }
        var text = priority.hashText
        for (key, child) in childrenByPriority { text += ":\(key.text):\(child.hash)" }
        let hash = Node.digest(text)
        properties.hash.withLock { $0 = hash }
        return hash
    }

    private var childrenByPriority: [(key: ChildKey, value: Node)] {
        let children = Array(children)
        guard children.contains(where: { !$0.value.priority.isNone }) else { return children }
        return children.sorted { left, right in
            left.value.priority == right.value.priority
                ? left.key < right.key : left.value.priority < right.value.priority
        }
    }
}

extension LeafValue {
    var hashText: String {
        switch self {
        case .boolean(let value): "boolean:\(value)"
        case .number(let value): "number:\(value.hashText)"
        case .string(let value): "string:\(value)"
        case .serverValue: ""
        }
    }
}

extension Priority {
    var hashText: String {
        switch self {
        case .none, .serverValue: ""
        case .number(let value): "priority:number:\(value.hashText):"
        case .string(let value): "priority:string:\(value):"
        }
    }
}

extension Double {
    var hashText: String {
        let digits = String(bitPattern, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
