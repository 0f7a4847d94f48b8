/// The recent denials by Security Rules, for administrators.
///
/// Scope: an implementation decides. ``DenialLog`` keeps the denials of one node. One for several nodes asks all of them, because an
/// explanation needs the tree that the node of the denial had in memory.
public protocol RecentDenials: Sendable {
    /// Returns a denial with its explanation, or `nil` if there is none with this ID or it was dropped.
    func denial(_ id: DecisionID) async throws -> Denial?
    /// Returns the most recent denials in databases of a project, newest first.
    ///
    /// - Parameters:
    ///   - count: The maximum number of denials.
    ///   - project: The project; `nil` for all projects.
    func last(_ count: Int, of project: String?) async throws -> [Denial]
}
