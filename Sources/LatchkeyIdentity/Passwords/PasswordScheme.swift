/// A password hash algorithm with its parameters.
///
/// Costs are bounded when the parameters are checked. A hash may still take half a second; see ``HashingPool``.
protocol PasswordScheme: Sendable {
    /// Whether a password matches a hash, compared in constant time. No password matches a hash that the scheme cannot have made.
    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool
    /// Whether a hash has the form that this scheme produces.
    func canHaveMade(_ hash: [UInt8]) -> Bool
}

/// The limits for hashes of variable length.
enum DerivedBytes {
    /// The minimum length in bytes. Many passwords would match a shorter hash.
    static let minimum = 4
    /// The maximum number of bytes that are compared: each further block of PBKDF2 costs as much as the first and proves nothing more.
    static let compared = 64
}
