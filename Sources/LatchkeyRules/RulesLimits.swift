/// What the text of rules may be at most. Firebase documents hardly any of these numbers; they are far above what people write.
enum RulesLimits {
    /// Bytes of UTF-8 in the whole text.
    static let maxBytes = 1024 * 1024
    /// How deep objects and arrays may be nested. Paths have 32 keys at most, so that deeper rules could never be asked.
    static let maxNesting = 64
    /// Bytes of UTF-8 in one expression.
    static let maxExpressionBytes = 64 * 1024
    /// How deep an expression may be nested; a chain of `&&` or `||` counts once.
    static let maxExpressionDepth = 128
    /// After so many problems nobody reads on.
    static let maxProblems = 100
    /// Bytes of UTF-8 in a string that an expression puts together. The longest string in a database has 10 MiB.
    static let maxTextBytes = 32 * 1024 * 1024
    /// The largest count in a regular expression's `{n,m}`.
    static let maxRepetitions = 1000
    /// Steps of a regular expression once its counts are written out.
    static let maxPatternSteps = 10_000
    /// Different sets and characters in a regular expression.
    static let maxPatternSets = 512
    /// How deep groups in a regular expression may be nested.
    static let maxPatternDepth = 64
}
