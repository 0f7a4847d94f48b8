import Crypto
public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension OAuth1SignedRequest {
    /// Rejects a request with a timestamp that is too old or in the future; throws ``OAuth1Problem`` `timestamp_refused`.
    ///
    /// - Parameter window: The allowed difference in both directions; 5 to 10 minutes are usual.
    public func check(timestampWithin window: Duration, of now: Date) throws {
        let seconds = Int64(now.timeIntervalSince1970.rounded(.down))
        let earliest = seconds - window.components.seconds
        let latest = seconds + window.components.seconds
        guard (earliest...latest).contains(timestamp) else {
            throw OAuth1Problem(
                .timestampRefused, advice: "The server's time is \(seconds), but the timestamp is \(timestamp); synchronize your clock.",
                extra: ["oauth_acceptable_timestamps": "\(earliest)-\(latest)"])
        }
    }

    /// Verifies an HMAC or PLAINTEXT signature in constant time; throws ``OAuth1Problem`` `signature_invalid`.
    ///
    /// Call this for unknown consumers and tokens, too, with any secret, so that response times do not differ.
    ///
    /// - Parameter origins: The origins under which the server is reachable, such as `https://api.twitter.com` behind a proxy
    ///   that rewrites the host; a signature for any of them is valid. `nil` accepts only the origin of the URL.
    public func verify(
        consumerSecret: Secret<String>, tokenSecret: Secret<String>?, origins: [String]? = nil
    ) throws {
        let key = OAuth1SigningKey.sharedSecrets(consumer: consumerSecret, token: tokenSecret)
        let maker = try signatureMaker(key)
        let received = comparable(signature)
        var isValid = false
        for base in try baseStrings(origins) {
            // No early exit, so that the duration does not reveal which origin was signed.
            let expected = comparable(try maker.signature(of: base))
            if expected.equalsInConstantTime(received) { isValid = true }
        }
        guard isValid else { throw invalidSignature }
    }

    /// Verifies an RSA-SHA1 signature with the application's public key; throws ``OAuth1Problem`` `signature_invalid`.
    ///
    /// - Parameter origins: The same as for shared secrets.
    public func verify(rsa publicKey: OAuth1RSAPublicKey, origins: [String]? = nil) throws {
        // Never verify a signature of another method with the public key, which is not secret.
        guard signatureMethod == .rsaSHA1 else { throw unsuitableMethod }
        guard let received = Data(base64Encoded: signature).map(Array.init) else { throw invalidSignature }
        guard try baseStrings(origins).contains(where: { publicKey.isValid(received, for: $0.bytes) }) else {
            throw invalidSignature
        }
    }

    /// The base string that the client should have signed, for debugging.
    public var baseString: String {
        OAuth1BaseString(method: method, baseURI: address.baseURI, parameters: EncodedParameters(allParameters)).text
    }

    private func baseStrings(_ origins: [String]?) throws -> [OAuth1BaseString] {
        let parameters = EncodedParameters(allParameters)
        let uris = try origins?.map { try WebAddress($0).origin + address.path } ?? [address.baseURI]
        return uris.map { OAuth1BaseString(method: method, baseURI: $0, parameters: parameters) }
    }

    private func signatureMaker(_ key: OAuth1SigningKey) throws -> SignatureMaker {
        do {
            return try SignatureMaker(signatureMethod, key: key)
        } catch {
            throw unsuitableMethod
        }
    }

    /// Returns the bytes to compare: Base64 signatures are decoded, so that different encodings of the same bytes are equal.
    private func comparable(_ signature: String) -> [UInt8] {
        guard signatureMethod != .insecurePlaintext else { return Array(signature.utf8) }
        return Data(base64Encoded: signature).map(Array.init) ?? []
    }

    private var invalidSignature: OAuth1Problem {
        OAuth1Problem(
            .signatureInvalid,
            advice: "The signature does not match. Compare your base string with the server's, and check both secrets.")
    }

    private var unsuitableMethod: OAuth1Problem {
        OAuth1Problem(
            .signatureMethodRejected, advice: "The application has no key for \(signatureMethod.rawValue).")
    }
}
