import Crypto
public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension OAuth1SignedRequest {
    /// Refuses a request that is too old or from the future; throws ``OAuth1Problem`` `timestamp_refused`.
    ///
    /// - Parameter window: The distance allowed in both directions; 5 to 10 minutes are usual.
    public func check(timestampWithin window: Duration, of now: Date) throws {
        let seconds = Int64(now.timeIntervalSince1970.rounded(.down))
        let earliest = seconds - window.components.seconds
        let latest = seconds + window.components.seconds
        guard (earliest...latest).contains(timestamp) else {
            throw OAuth1Problem(
                .timestampRefused, advice: "The server's clock says \(seconds) and the request \(timestamp); set your clock.",
                extra: ["oauth_acceptable_timestamps": "\(earliest)-\(latest)"])
        }
    }

    /// Checks an HMAC or PLAINTEXT signature in constant time; throws ``OAuth1Problem`` `signature_invalid`.
    ///
    /// A server calls this for an unknown consumer or token too, with any secret, so that its answer takes as long.
    ///
    /// - Parameter origins: Other origins under which the server can be reached, such as `https://api.twitter.com` behind
    ///   a proxy that rewrites the host: a signature for any of them is taken. `nil` takes the origin of the URL only.
    public func verify(
        consumerSecret: Secret<String>, tokenSecret: Secret<String>?, origins: [String]? = nil
    ) throws {
        let key = OAuth1SigningKey.sharedSecrets(consumer: consumerSecret, token: tokenSecret)
        let maker = try signatureMaker(key)
        let received = comparable(signature)
        var isValid = false
        for base in try baseStrings(origins) {
            // No early end: how long this takes says nothing about which origin was signed.
            let expected = comparable(try maker.signature(of: base))
            if expected.equalsInConstantTime(received) { isValid = true }
        }
        guard isValid else { throw invalidSignature }
    }

    /// Checks an RSA-SHA1 signature with the application's public key; throws ``OAuth1Problem`` `signature_invalid`.
    ///
    /// - Parameter origins: As for the shared secrets.
    public func verify(rsa publicKey: OAuth1RSAPublicKey, origins: [String]? = nil) throws {
        // A signature of another method must not be tried against the public key, which is no secret.
        guard signatureMethod == .rsaSHA1 else { throw unsuitableMethod }
        guard let received = Data(base64Encoded: signature).map(Array.init) else { throw invalidSignature }
        guard try baseStrings(origins).contains(where: { publicKey.isValid(received, for: $0.bytes) }) else {
            throw invalidSignature
        }
    }

    /// The text that the client should have signed, for people who look for the difference.
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

    /// The bytes to compare: of a Base64 signature what it encodes, so that its spelling does not matter.
    private func comparable(_ signature: String) -> [UInt8] {
        guard signatureMethod != .insecurePlaintext else { return Array(signature.utf8) }
        return Data(base64Encoded: signature).map(Array.init) ?? []
    }

    private var invalidSignature: OAuth1Problem {
        OAuth1Problem(
            .signatureInvalid,
            advice: "The signature does not fit. Compare your base string with the server's, and check both secrets.")
    }

    private var unsuitableMethod: OAuth1Problem {
        OAuth1Problem(
            .signatureMethodRejected, advice: "The application has no key for \(signatureMethod.rawValue).")
    }
}
