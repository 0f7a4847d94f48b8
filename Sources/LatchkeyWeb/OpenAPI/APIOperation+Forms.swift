import HTTPTypes

extension APIOperation {
    package static func get(
        _ path: String, _ summary: String, _ output: Output, access: Access = .anyone, query: [String] = []
    ) -> APIOperation {
        APIOperation(
            method: .get, path: path, words: APIWords(nil, nil, summary), access: access, input: .nothing, output: output, query: query)
    }

    package static func form(_ path: String, _ summary: String, _ names: [String] = [], _ output: Output = .page) -> APIOperation {
        APIOperation(method: .post, path: path, words: APIWords(nil, nil, summary), access: .anyone, input: .form(names), output: output)
    }

    /// Returns a form of this server's own pages, which other sites cannot send.
    package static func ownForm(_ path: String, _ summary: String, _ names: [String] = [], _ output: Output = .page) -> APIOperation {
        form(path, summary, ["csrf"] + names, output).refusing(with: 403)
    }
}

extension [APIOperation] {
    /// The operations in a group, except those that are in one already.
    package func tagged(_ tag: APITag) -> [APIOperation] {
        map { operation in
            var operation = operation
            operation.words.tag = operation.words.tag ?? tag
            return operation
        }
    }
}
