/// Why a template cannot be used, for the person who wrote it.
public struct TemplateProblem: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
