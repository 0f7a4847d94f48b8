import Crypto
import CryptoExtras
import Foundation

#if canImport(CLatchkeyCrypto)
import CLatchkeyCrypto
#endif

/// A private RSA key that signs with OpenSSL's libcrypto where the build has it, because that uses instructions of new processors
/// (AVX-512 IFMA), and with swift-crypto elsewhere.
struct RSASigningKey: Sendable {
    let key: _RSA.Signing.PrivateKey
    #if canImport(CLatchkeyCrypto)
    private let native: NativeRSAKey?
    #endif

    init(_ key: _RSA.Signing.PrivateKey) {
        self.key = key
        #if canImport(CLatchkeyCrypto)
        native = NativeRSAKey(der: key.derRepresentation)
        #endif
    }

    /// Signs a digest (RSASSA-PKCS1-v1_5, RFC 8017, section 8.2). The signature is the same with both libraries.
    func signature(for digest: SHA256Digest) throws -> Data {
        #if canImport(CLatchkeyCrypto)
        if let signature = native?.signature(for: digest) { return signature }
        #endif
        return try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
    }
}

#if canImport(CLatchkeyCrypto)
/// A key of OpenSSL. It is immutable, and OpenSSL signs with one key on many threads.
final class NativeRSAKey: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// The length of a signature with the longest key that OpenSSL accepts (16,384 bits), in bytes.
    private static let maxSignatureBytes = 2048

    init?(der: Data) {
        let read = der.withUnsafeBytes { latchkey_rsa_read($0.bindMemory(to: UInt8.self).baseAddress, $0.count) }
        guard let read else { return nil }
        pointer = read
    }

    deinit { latchkey_rsa_free(pointer) }

    func signature(for digest: SHA256Digest) -> Data? {
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.maxSignatureBytes) { buffer, count in
            count = digest.withUnsafeBytes {
                latchkey_rsa_sign(pointer, $0.bindMemory(to: UInt8.self).baseAddress, buffer.baseAddress, buffer.count)
            }
        }
        return bytes.isEmpty ? nil : Data(bytes)
    }
}
#endif
