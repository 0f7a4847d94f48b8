import LatchkeyRules
public import LatchkeyTree

/// The limit that a write would exceed.
public enum SizeExcess: Error, Equatable, Sendable {
    /// The database would exceed this number of bytes.
    case database(maxBytes: Int)
    /// A location would exceed the limit for its path.
    case place(TreePath, PathSizeLimit)
}

extension SizeExcess: CustomStringConvertible {
    /// A message for developers that contains the limit and the setting that an administrator can change.
    public var description: String {
        switch self {
        case .database(let maxBytes):
            "The database would exceed its size limit of \(ByteCount(maxBytes)) (sizeLimit). Remove data, or ask an administrator to "
                + "raise the limit: latchkey database settings --size-limit"
        case .place(let path, let limit):
            "\(path) would exceed the size limit of \(ByteCount(limit.maxBytes)) for \(limit.pattern) (pathSizeLimits). Remove "
                + "data, or ask an administrator to raise the limit: latchkey database settings --path-size-limit"
        }
    }
}

/// The size limits of a database and of locations in it.
///
/// A write that does not increase a size is accepted even above the limit, so that data can be removed after a limit was added or lowered.
struct SizeLimits {
    /// The maximum size of the database in bytes; 0 for no limit.
    let maxBytes: Int
    let places: [PathSizeLimit]

    init(maxBytes: Int, places: [PathSizeLimit]) {
        self.maxBytes = maxBytes
        self.places = places
    }

    /// Creates the limits from the settings.
    ///
    /// - Parameter rules: The current rules. The default rules of a new project imply path limits if the settings contain none.
    init(_ settings: DatabaseSettings, under rules: SecurityRules) {
        let isNew = settings.pathSizeLimits == nil && rules.text == SecurityRules.ownUsersOnly.text
        self.init(
            maxBytes: settings.sizeLimit, places: (settings.pathSizeLimits ?? (isNew ? PathSizeLimits.ownUsers : .none)).limits)
    }

    /// Returns the first limit that a write would exceed, or `nil`. The time depends on the number of changed paths, and on the size of the
    /// written data where a pattern begins.
    ///
    /// - Parameter isAdministrator: Whether to skip the limits for locations, which restrict users; administrators act for the operator.
    ///   The limit for the database protects shared memory and disk space, so it applies to administrators too.
    func excess(of changes: [TreeChange], from before: Node, to after: Node, isAdministrator: Bool) -> SizeExcess? {
        if maxBytes > 0, Self.exceeds(maxBytes, from: before, to: after) { return .database(maxBytes: maxBytes) }
        guard !isAdministrator else { return nil }
        for limit in places {
            for change in changes {
                // A priority above the locations of a pattern does not change their size.
                if case .setPriority(let path, _) = change, path.keys.count < limit.keys.count { continue }
                let place = Self.excess(of: limit.keys[...], change.path.keys[...], limit.maxBytes, from: before, to: after, at: .root)
                if let place { return .place(place, limit) }
            }
        }
        return nil
    }

    private static func exceeds(_ maxBytes: Int, from before: Node, to after: Node) -> Bool {
        let bytes = after.estimatedBytes
        return bytes > maxBytes && bytes > before.estimatedBytes
    }

    /// - Parameters:
    ///   - pattern: The remaining part of the pattern.
    ///   - way: The remaining path to the change; empty at the change and below it.
    /// - Returns: A location that matches the pattern and would become too large.
    private static func excess(
        of pattern: ArraySlice<ChildKey?>, _ way: ArraySlice<ChildKey>, _ maxBytes: Int, from before: Node, to after: Node,
        at path: TreePath
    ) -> TreePath? {
        guard let wanted = pattern.first else { return exceeds(maxBytes, from: before, to: after) ? path : nil }
        func below(_ key: ChildKey) -> TreePath? {
            excess(
                of: pattern.dropFirst(), way.dropFirst(), maxBytes, from: before[key], to: after[key], at: path.appending(key))
        }
        if let key = way.first { return wanted == nil || wanted == key ? below(key) : nil }
        // A node within the limit contains no node that exceeds it.
        guard after.estimatedBytes > maxBytes, !after.isIdentical(to: before) else { return nil }
        if let wanted { return below(wanted) }
        for (key, _) in after.children {
            if let place = below(key) { return place }
        }
        return nil
    }
}
