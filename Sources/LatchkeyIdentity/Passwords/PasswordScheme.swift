/// One way of hashing passwords, with its parameters.
///
/// Costs were bounded when the parameters were checked. It may still take half a second: see ``HashingPool``.
protocol PasswordScheme: Sendable {
    /// Whether a password is the one behind a hash; compared in constant time. A hash that the scheme cannot have made is nobody's.
    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool
    /// Whether a hash has the form of this scheme's.
    func canHaveMade(_ hash: [UInt8]) -> Bool
}

/// What hashes of variable length have in common.
enum DerivedBytes {
    /// A shorter hash is one that many passwords have.
    static let minimum = 4
    /// Longer ones are compared up to here: every further block of PBKDF2 costs as much as the first and proves nothing more.
    static let compared = 64
}
