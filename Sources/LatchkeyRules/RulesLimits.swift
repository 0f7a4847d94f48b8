/// The limits of rules. Firebase documents hardly any of them; they are far above practical use.
enum RulesLimits {
    /// The maximum size of the text in bytes of UTF-8.
    static let maxBytes = 1024 * 1024
    /// The maximum nesting of objects and arrays. Paths have at most 32 keys, so deeper rules would never be evaluated.
    static let maxNesting = 64
    /// The maximum size of an expression in bytes of UTF-8.
    static let maxExpressionBytes = 64 * 1024
    /// The maximum nesting of an expression. A chain of `&&` or `||` counts once.
    static let maxExpressionDepth = 128
    /// The maximum number of reported problems. Longer lists are not useful.
    static let maxProblems = 100
    /// The maximum size of a string that an expression creates, in bytes of UTF-8. The longest string in a database has 10 MiB.
    static let maxTextBytes = 32 * 1024 * 1024
    /// The maximum count in `{n,m}` of a regular expression.
    static let maxRepetitions = 1000
    /// The maximum number of steps of a regular expression after its counts are expanded.
    static let maxPatternSteps = 10_000
    /// The maximum number of different sets and characters in a regular expression.
    static let maxPatternSets = 512
    /// The maximum nesting of groups in a regular expression.
    static let maxPatternDepth = 64
}
