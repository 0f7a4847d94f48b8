/// What a page's script tells the person.
struct ScriptRefusal: Codable {
    let message: String
}
