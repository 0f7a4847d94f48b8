import LatchkeyConsole
import LatchkeyOAuth
import LatchkeyTree
import LatchkeyWeb

/// The forms on the page of a database location.
struct DataForm: Sendable {
    enum Mode: String, Sendable {
        /// Replaces the data at the location.
        case replace
        /// Replaces the children that the object names and keeps the others.
        case merge
    }

    let json: String
    let isMerge: Bool
    /// The mark of the data when the form was rendered. A different mark on submission means that the data was changed concurrently.
    let seen: String
    /// The key of the child to add. Its value is `child`.
    let key: String
    let child: String
    /// The new key of the node; empty if the form for it was not submitted.
    let newName: String
    /// The submitted form.
    private(set) var isChange: Bool
    private(set) var isAddition: Bool
    private(set) var isRename = false

    /// The maximum size of a form. Larger data is uploaded as a file.
    static let maxBytes = 1024 * 1024
    /// Larger values are not prefilled, because they are impractical to edit in a form.
    private static let maxShownBytes = 4096

    init(_ node: Node) {
        json = Self.isShort(node) ? String(decoding: node.jsonBytes(.export, isPretty: true), as: UTF8.self) : ""
        isMerge = false
        seen = Self.mark(of: node)
        (key, child, newName) = ("", "", "")
        (isChange, isAddition) = (false, false)
    }

    init(_ form: QueryParameters, isAddition: Bool) {
        json = form["json"] ?? ""
        isMerge = form["mode"] == Mode.merge.rawValue
        seen = form["seen"] ?? ""
        key = form["key"] ?? ""
        child = form["child"] ?? ""
        newName = form["name"] ?? ""
        isChange = !isAddition
        self.isAddition = isAddition
    }

    /// Creates a form with the same input and the mark of the current data, so that the user can choose to overwrite it.
    init(_ former: DataForm, over node: Node) {
        (json, isMerge, key, child, newName) = (former.json, former.isMerge, former.key, former.child, former.newName)
        (isChange, isAddition, isRename) = (former.isChange, former.isAddition, former.isRename)
        seen = Self.mark(of: node)
    }

    /// The same form, submitted to give the node another key.
    var asRename: DataForm {
        var form = self
        (form.isChange, form.isRename) = (false, true)
        return form
    }

    static func isShort(_ node: Node) -> Bool { !node.isLarger(thanBytes: maxShownBytes) }

    /// Returns the mark of a node. Hashing visits every leaf, which is too slow for a page with a large node; such a node is marked by its
    /// stamp. A stamp costs nothing, but it also changes when the same value is written again or the server restarts.
    static func mark(of node: Node) -> String {
        if let stamp = node.stamp, node.isLarger(thanBytes: 16 * 1024) { return "s" + stamp }
        return "h" + node.hash
    }
}
