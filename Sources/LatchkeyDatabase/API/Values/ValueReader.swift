import Foundation
import LatchkeyTree

/// Converts the values that apps write: strings, numbers, Booleans, arrays, dictionaries and `nil`.
struct ValueReader {
    /// The approximate maximum size of a write as JSON, in bytes: the limit of Firebase clients.
    static let maxBytes = 16 * 1024 * 1024
    /// Prevents infinite recursion for values that contain themselves. The limit of the tree may be lower.
    private static let maxLevels = 64

    private var bytes = 0

    /// Returns the tree for a value.
    ///
    /// - Parameter path: The location of the value; its keys count toward the depth.
    /// - Throws: An error with ``DatabaseErrorCode/invalidArgument`` for an invalid value.
    static func node(_ value: Any?, at path: TreePath) throws -> Node {
        var reader = ValueReader()
        let json = try reader.read(value, level: 0)
        do {
            return try Node(json, limits: TreeLimits.standard.below(path))
        } catch {
            throw DatabaseError.make(.invalidArgument, "The value for \(path) cannot be written. \(error.description)")
        }
    }

    /// Returns the priority for a value.
    ///
    /// - Throws: An error with ``DatabaseErrorCode/invalidArgument`` for all but numbers, strings, server values and `nil`.
    static func priority(_ value: Any?) throws -> Priority {
        do {
            return try Priority(try node(value, at: .root))
        } catch let error as TreeError {
            throw DatabaseError.make(.invalidArgument, error.description)
        }
    }

    private mutating func read(_ value: Any?, level: Int) throws -> JSONValue {
        guard let value = Self.unwrapped(value), !(value is NSNull) else { return .scalar(.null) }
        guard level < Self.maxLevels else {
            throw DatabaseError.make(.invalidArgument, "Data is nested more than \(TreeLimits.standard.maxDepth) levels deep.")
        }
        if let scalar = try Self.scalar(value) {
            if case .string(let text) = scalar {
                let maxBytes = TreeLimits.standard.maxStringBytes
                if text.utf8.count > maxBytes {
                    throw DatabaseError.make(.invalidArgument, TreeError.textTooLong(maxBytes: maxBytes).description)
                }
                try count(text.utf8.count)
            }
            try count(8)
            return .scalar(scalar)
        }
        if let elements = value as? [Any] {
            return .array(
                try elements.map { element in
                    // Counts `nil` too: a value that shares its parts may have too many elements to process.
                    try count(4)
                    return try read(element, level: level + 1)
                })
        }
        guard let members = value as? [AnyHashable: Any] else {
            throw DatabaseError.make(
                .invalidArgument, "A \(type(of: value)) cannot be written: use strings, numbers, booleans, arrays, dictionaries or nil.")
        }
        return .object(
            try members.map { key, value in
                guard let name = key.base as? String else {
                    throw DatabaseError.make(.invalidArgument, "The key \(key.base) is a \(type(of: key.base)). Keys are strings.")
                }
                try count(name.utf8.count + 4)
                return (name, try read(value, level: level + 1))
            })
    }

    private mutating func count(_ more: Int) throws {
        bytes += more
        if bytes > Self.maxBytes {
            throw DatabaseError.make(.invalidArgument, "The value is larger than \(Self.maxBytes) bytes. Write it in parts.")
        }
    }

    /// Returns the scalar for a value, or `nil` if it is not a scalar.
    ///
    /// - Throws: An error for numbers that are not finite.
    static func scalar(_ value: Any) throws -> JSONScalar? {
        // Compares types, because a cast of an `NSNumber` with the value 0 or 1 to Bool succeeds.
        if type(of: value) == Bool.self { return (value as? Bool).map { .boolean($0) } }
        if let text = value as? String { return .string(text) }
        if let text = value as? Substring { return .string(String(text)) }
        let number: Double
        if let value = value as? any BinaryInteger {
            number = double(value)
        } else if let value = value as? any BinaryFloatingPoint {
            number = double(value)
        } else if let value = value as? NSNumber {
            if isBoolean(value) { return .boolean(value.boolValue) }
            number = value.doubleValue
        } else if let value = value as? Decimal {
            number = NSDecimalNumber(decimal: value).doubleValue
        } else {
            return nil
        }
        guard number.isFinite else {
            throw DatabaseError.make(.invalidArgument, "\(number) cannot be written: numbers must be finite. Use nil or a string instead.")
        }
        return .number(number)
    }

    private static func isBoolean(_ number: NSNumber) -> Bool {
        #if canImport(Darwin)
        CFGetTypeID(number) == CFBooleanGetTypeID()
        #else
        // On this platform 8-bit integers do not have the type code `c`, unlike on Apple platforms.
        String(cString: number.objCType) == "c"
        #endif
    }

    private static func double(_ value: some BinaryInteger) -> Double { Double(value) }
    private static func double(_ value: some BinaryFloatingPoint) -> Double { Double(value) }

    /// Unwraps nested optionals inside `Any`.
    private static func unwrapped(_ value: Any?) -> Any? {
        guard let value else { return nil }
        guard let optional = value as? any OptionalValue else { return value }
        return unwrapped(optional.wrapped)
    }
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 as Any } }
}
