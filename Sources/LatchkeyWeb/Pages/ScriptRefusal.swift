/// What a page's script tells the person.
package struct ScriptRefusal: Codable {
    package let message: String

    package init(message: String) {
        self.message = message
    }
}
