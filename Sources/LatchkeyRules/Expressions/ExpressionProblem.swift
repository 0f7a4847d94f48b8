/// A problem in an expression. The range counts bytes of its text.
struct ExpressionProblem: Error {
    let range: Range<Int>
    let message: String
    var hint: String?

    init(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        self.range = range
        self.message = message
        self.hint = hint
    }
}
