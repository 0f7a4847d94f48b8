import HTTPTypes

/// The paths at which pages of every origin may call the API, by the operations that say so.
///
/// An operation opens all paths with its first component, so that calls with a wrong name get a response that the page can read.
struct OpenPaths: Sendable {
    private var methods: [Substring: Set<String>] = [:]
    /// Paths without a fixed first component: `/`, and those with a parameter there.
    private var patterns: [(components: [Substring], method: String)] = []

    /// - Parameter administrators: Whether preflight responses include the methods of administrators' calls.
    init(_ operations: [APIOperation], administrators: Bool) {
        for operation in operations where operation.isOpenToPages {
            let components = operation.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            let first = components.first ?? ""
            // The path `/` opens no other path.
            if first.isEmpty || first.hasPrefix(":") {
                patterns.append((components, operation.method.rawValue))
            } else {
                let isListed = administrators || operation.access != .administrator
                methods[first, default: []].formUnion(isListed ? [operation.method.rawValue] : [])
            }
        }
    }

    /// Returns the methods of the calls at a path and its neighbors; nil for a path that is not open.
    func methods(at path: String) -> Set<String>? {
        let components = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if let first = components.first, let found = methods[first] { return found }
        let found = patterns.filter { pattern in
            pattern.components.count == components.count
                && zip(pattern.components, components).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
        }
        return found.isEmpty ? nil : Set(found.map(\.method))
    }
}
