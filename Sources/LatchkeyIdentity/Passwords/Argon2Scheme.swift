import LatchkeySecrets

#if canImport(CLatchkeyArgon2)
import CLatchkeyArgon2
#endif

/// Argon2 (RFC 9106), implemented by libargon2.
struct Argon2Scheme: PasswordScheme {
    let parameters: Argon2Parameters

    func canHaveMade(_ hash: [UInt8]) -> Bool { hash.count == parameters.hashBytes }

    #if canImport(CLatchkeyArgon2)
    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool {
        guard canHaveMade(hash) else { return false }
        var (password, salt, associatedData) = (password, salt, parameters.associatedData)
        var computed = [UInt8](repeating: 0, count: hash.count)
        let code = computed.withUnsafeMutableBufferPointer { computed in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    associatedData.withUnsafeMutableBufferPointer { associatedData in
                        var context = argon2_context()
                        (context.out, context.outlen) = (computed.baseAddress, UInt32(computed.count))
                        (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(password.count))
                        (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
                        (context.ad, context.adlen) = (
                            associatedData.isEmpty ? nil : associatedData.baseAddress, UInt32(associatedData.count)
                        )
                        context.t_cost = UInt32(parameters.iterations)
                        context.m_cost = UInt32(parameters.memoryKiB)
                        context.lanes = UInt32(parameters.parallelism)
                        // The number of threads is the pool's decision, not that of an imported hash.
                        context.threads = 1
                        context.version = parameters.version == .v10 ? 0x10 : 0x13
                        context.flags = 0
                        return argon2_ctx(&context, parameters.kind.native)
                    }
                }
            }
        }
        // For example, a salt of fewer than 8 bytes, with which no Argon2 hash can be made.
        guard code == ARGON2_OK.rawValue else { return false }
        return computed.equalsInConstantTime(hash)
    }
    #else
    /// Matches no password, because libargon2 is not available. Users with such a hash have to set a new password.
    func matches(_ password: [UInt8], hash: [UInt8], salt: [UInt8]) throws -> Bool { false }
    #endif
}

#if canImport(CLatchkeyArgon2)
extension Argon2Parameters.Kind {
    fileprivate var native: argon2_type {
        switch self {
        case .d: Argon2_d
        case .i: Argon2_i
        case .id: Argon2_id
        }
    }
}
#endif
