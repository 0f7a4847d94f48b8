import Synchronization

extension Node {
    /// Tells this object from whatever stood or will stand in its place: a change anywhere below it makes another object with another
    /// stamp. It costs the same however much the object holds, and is good as long as the program runs. Only objects have one.
    ///
    /// The same object has the same stamp; two that are equal need not.
    public var stamp: String? {
        guard case .object(let object) = self else { return nil }
        return "\(Stamp.program)-\(object.properties.stamp)"
    }
}

/// Numbers that no two objects share.
enum Stamp {
    /// Another in each run of the program, so that a stamp of a run before is that of no object.
    fileprivate static let program = String(UInt64.random(in: .min ... .max), radix: 36)
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
