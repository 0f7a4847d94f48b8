import LatchkeyOAuth
import LatchkeyTree
import LatchkeyWeb

/// What stands in the forms of a place's page.
struct DataForm: Sendable {
    enum Mode: String, Sendable {
        /// Puts what is written in place of what is there.
        case replace
        /// Puts each member in place of the child of its name, and leaves the others.
        case merge
    }

    let json: String
    let isMerge: Bool
    /// What was there when the form was shown; something else now means that somebody changed it meanwhile.
    let seen: String
    /// The child that shall be added, and its value.
    let key: String
    let child: String
    /// Which of the forms was sent.
    let isChange: Bool
    let isAddition: Bool

    /// The longest form; what is longer comes as a file.
    static let maxBytes = 1024 * 1024
    /// What is larger is not written into the form: nobody changes it there.
    private static let maxShownBytes = 4096

    init(_ node: Node) {
        json = Self.isShort(node) ? String(decoding: node.jsonBytes(.export, isPretty: true), as: UTF8.self) : ""
        isMerge = false
        seen = Self.mark(of: node)
        (key, child) = ("", "")
        (isChange, isAddition) = (false, false)
    }

    init(_ form: QueryParameters, isAddition: Bool) {
        json = form["json"] ?? ""
        isMerge = form["mode"] == Mode.merge.rawValue
        seen = form["seen"] ?? ""
        key = form["key"] ?? ""
        child = form["child"] ?? ""
        isChange = !isAddition
        self.isAddition = isAddition
    }

    /// The same inputs over what is there now, for who wants to write over it now that they know.
    init(_ former: DataForm, over node: Node) {
        (json, isMerge, key, child) = (former.json, former.isMerge, former.key, former.child)
        (isChange, isAddition) = (former.isChange, former.isAddition)
        seen = Self.mark(of: node)
    }

    static func isShort(_ node: Node) -> Bool { !node.isLarger(thanBytes: maxShownBytes) }

    /// A hash looks at every leaf, and a page has to be there at once. A stamp costs nothing, and is another also where somebody wrote the
    /// same again, or the server started anew.
    static func mark(of node: Node) -> String {
        if let stamp = node.stamp, node.isLarger(thanBytes: 16 * 1024) { return "s" + stamp }
        return "h" + node.hash
    }
}
