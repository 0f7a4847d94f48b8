// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRules
public import LatchkeyTree

/// What a write would make too large.
public enum SizeExcess: Error, Equatable, Sendable {
    /// The database, beyond so many bytes.
    case database(maxBytes: Int)
    /// A place, beyond what the limit for its path allows.
    case place(TreePath, PathSizeLimit)
}

extension SizeExcess: CustomStringConvertible {
    /// For developers: names the limit, and the setting that an administrator changes.
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

/// How large a database and places in it may become by a write.
///
/// What does not become larger by a write may stay as large as it is: a limit that comes later, or is lowered, keeps nobody from removing
/// what is too much.
struct SizeLimits {
    /// 0 for any size.
    let maxBytes: Int
    let places: [PathSizeLimit]

    init(maxBytes: Int, places: [PathSizeLimit]) {
        self.maxBytes = maxBytes
        self.places = places
    }

    /// - Parameter rules: those that hold; a new project's have a limit of their own where the settings name none.
    init(_ settings: DatabaseSettings, under rules: SecurityRules) {
        let isNew = settings.pathSizeLimits == nil && rules.text == SecurityRules.ownUsersOnly.text
        self.init(
            maxBytes: settings.sizeLimit, places: (settings.pathSizeLimits ?? (isNew ? PathSizeLimits.ownUsers : .none)).limits)
    }

    /// The first limit that a write would exceed; nil where it keeps to all. Takes as long as the changed paths, and what is written where a
    /// pattern begins, are long.
    ///
    /// - Parameter isAdministrator: the limits for places are about what users may take, and administrators act for the operator; the
    ///   database's is about the memory and the disk of all, so it holds for everybody.
    func excess(of changes: [TreeChange], from before: Node, to after: Node, isAdministrator: Bool) -> SizeExcess? {
        if maxBytes > 0, Self.exceeds(maxBytes, from: before, to: after) { return .database(maxBytes: maxBytes) }
        guard !isAdministrator else { return nil }
        for limit in places {
            for change in changes {
                // A priority above a pattern changes nothing that the pattern is for.
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
    ///   - pattern: what is left of it.
    ///   - way: what is left of the way to the change; empty at and below it.
    /// - Returns: a place that fits the pattern and becomes too large.
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
        // What becomes smaller than the limit as a whole has nothing in it that is larger.
        guard after.estimatedBytes > maxBytes, !after.isIdentical(to: before) else { return nil }
        if let wanted { return below(wanted) }
        for (key, _) in after.children {
            if let place = below(key) { return place }
        }
        return nil
    }
}
