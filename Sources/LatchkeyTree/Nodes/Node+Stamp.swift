import Synchronization

extension Node {
    /// An identifier of this version of an object. Any change below the object creates another object with another stamp.
    ///
    /// It takes constant time and is valid until the process ends. Only objects have one. Two equal objects may have different stamps.
    public var stamp: String? {
        guard case .object(let object) = self else { return nil }
        return "\(Stamp.program)-\(object.properties.stamp)"
    }
}

/// A source of unique numbers for objects.
enum Stamp {
    /// A random text per process, so that stamps of an earlier process match no object.
    fileprivate static let program = String(UInt64.random(in: .min ... .max), radix: 36)
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
