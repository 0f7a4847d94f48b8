import HTTPTypes

extension APIOperation {
    package static func get(
        _ path: String, _ summary: String, _ answer: Answer, access: Access = .anyone, query: [String] = []
    ) -> APIOperation {
        APIOperation(method: .get, path: path, summary: summary, access: access, ask: .nothing, answer: answer, query: query)
    }

    package static func form(_ path: String, _ summary: String, _ names: [String] = [], _ answer: Answer = .page) -> APIOperation {
        APIOperation(method: .post, path: path, summary: summary, access: .anyone, ask: .form(names), answer: answer)
    }

    /// Returns a form of this server's own pages, which other sites cannot send.
    package static func ownForm(_ path: String, _ summary: String, _ names: [String] = [], _ answer: Answer = .page) -> APIOperation {
        form(path, summary, ["csrf"] + names, answer).refusing(with: 403)
    }
}
