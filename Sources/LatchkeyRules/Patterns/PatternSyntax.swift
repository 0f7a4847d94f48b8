/// A regular expression as it is written.
indirect enum PatternSyntax {
    case set(ScalarSet)
    /// Nothing, at the beginning of the text.
    case start
    /// Nothing, at the end of the text.
    case end
    case sequence([PatternSyntax])
    case alternatives([PatternSyntax])
    /// So many times; without a limit where `max` is nil.
    case repetition(PatternSyntax, min: Int, max: Int?)
}
