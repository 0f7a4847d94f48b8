/// An error that describes why a template cannot be used, for the author of the template.
public struct TemplateProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// A sentence for the author of the template.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
