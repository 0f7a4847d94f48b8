import Crypto
import CryptoExtras

/// The public key of a passkey: a COSE key (RFC 9053) of an accepted algorithm.
struct PasskeyPublicKey: Sendable {
    /// The COSE numbers of the accepted algorithms, the preferred one first.
    enum Algorithm: Int, CaseIterable, Sendable {
        case es256 = -7
        case rs256 = -257
        case edDSA = -8
    }

    private enum Key: Sendable {
        case es256(P256.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
        case edDSA(Curve25519.Signing.PublicKey)
    }

    /// The maximum length of an encoded key. An RSA key of 4,096 bits has about 530 bytes.
    static let maxBytes = 1024
    private static let rsaModulusByteCounts = 256...512
    private static let rsaExponentByteCounts = 1...4

    private let key: Key
    let algorithm: Algorithm

    /// - Parameter bytes: Exactly one COSE key.
    init(cose bytes: [UInt8]) throws {
        guard bytes.count <= Self.maxBytes else { throw PasskeyRefusal(.key, "The public key is longer than \(Self.maxBytes) bytes.") }
        do {
            guard case .map(let map) = try CBORReader.value(of: bytes[...]) else { throw Self.unusable }
            try self.init(map)
        } catch let error as CBORReader.Malformed {
            throw PasskeyRefusal(.key, "The public key is not canonical CBOR: \(error.problem).")
        }
    }

    private init(_ map: CBORMap) throws {
        guard let algorithm = map[3]?.integer.flatMap(Algorithm.init(rawValue:)) else { throw Self.unusable }
        self.algorithm = algorithm
        do {
            // Section 6.5.1.1: no members except those that the algorithm needs.
            switch (algorithm, map[1]?.integer, map.count) {
            case (.es256, 2, 5):
                guard map[-1]?.integer == 1, case .bytes(let x)? = map[-2], case .bytes(let y)? = map[-3], x.count == 32, y.count == 32
                else { throw Self.unusable }
                // The initializer checks that the point lies on the curve.
                key = .es256(try P256.Signing.PublicKey(x963Representation: [4] + x + y))
            case (.rs256, 3, 4):
                guard case .bytes(let n)? = map[-1], case .bytes(let e)? = map[-2], Self.rsaModulusByteCounts.contains(n.count),
                    Self.rsaExponentByteCounts.contains(e.count), n[0] >= 0x80, e.last.map({ $0 & 1 == 1 }) == true, e != [1]
                else { throw Self.unusable }
                key = .rs256(try _RSA.Signing.PublicKey(n: n, e: e))
            case (.edDSA, 1, 4):
                guard map[-1]?.integer == 6, case .bytes(let x)? = map[-2], x.count == 32 else { throw Self.unusable }
                key = .edDSA(try Curve25519.Signing.PublicKey(rawRepresentation: x))
            default: throw Self.unusable
            }
        } catch let refusal as PasskeyRefusal {
            throw refusal
        } catch {
            throw Self.unusable
        }
    }

    private init(_ key: Key, _ algorithm: Algorithm) {
        self.key = key
        self.algorithm = algorithm
    }

    /// A key without a known private key. Verifying a signature with it takes the same time as with a passkey's key.
    static let decoy = PasskeyPublicKey(.es256(P256.Signing.PrivateKey().publicKey), .es256)

    func isValid(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        switch key {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: SHA256.hash(data: bytes))
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        case .edDSA(let key):
            return key.isValidSignature(signature, for: bytes)
        }
    }

    private static let unusable = PasskeyRefusal(.key, "The public key has none of the supported algorithms: ES256, RS256, EdDSA.")
}
