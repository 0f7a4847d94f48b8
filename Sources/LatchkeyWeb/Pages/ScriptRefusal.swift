/// The error message that a page's script shows to the user.
package struct ScriptRefusal: Codable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}
