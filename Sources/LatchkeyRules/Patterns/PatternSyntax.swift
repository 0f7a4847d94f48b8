/// A parsed regular expression.
indirect enum PatternSyntax {
    case set(ScalarSet)
    /// The empty string at the beginning of the text.
    case start
    /// The empty string at the end of the text.
    case end
    case sequence([PatternSyntax])
    case alternatives([PatternSyntax])
    /// From `min` to `max` times; without an upper limit if `max` is nil.
    case repetition(PatternSyntax, min: Int, max: Int?)
}
