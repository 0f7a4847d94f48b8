import ArgumentParser
import Foundation
import LatchkeyOAuth
import LatchkeySecrets

struct OAuth1SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: "Show the base string, signature and Authorization header of a request (RFC 5849).",
        discussion:
            "Use --timestamp and --nonce for a reproducible result. The JSON members are baseString, signature and authorization.")

    @OptionGroup var request: OAuth1RequestOptions
    @Option(help: "The app's key (Twitter: API key).") var consumerKey: String
    @Option(help: "The request token or access token.") var token: String?
    @Option(help: "oauth_callback for getting a request token: a URL or oob.") var callback: String?
    @Option(help: "oauth_verifier for getting an access token.") var verifier: String?
    @Option(help: "The timestamp in seconds since 1970 (default: now).") var timestamp: Int64?
    @Option(help: "A unique text (default: random).") var nonce: String?
    @Option(help: "The signature method.") var signatureMethod = OAuth1SignatureMethod.hmacSHA1
    @Option(help: ArgumentHelp("A PEM file with the app's private RSA key, for RSA-SHA1.", valueName: "file")) var privateKeyFile: String?
    @Flag(help: "Print the output as JSON.") var json = false

    func validate() throws {
        if signatureMethod == .rsaSHA1 {
            if privateKeyFile == nil { throw ValidationError("RSA-SHA1 requires --private-key-file.") }
        } else if request.consumerSecret == nil {
            throw ValidationError("\(signatureMethod.rawValue) requires --consumer-secret.")
        }
        if request.tokenSecret != nil, token == nil { throw ValidationError("--token-secret requires --token.") }
        if let timestamp, timestamp <= 0 { throw ValidationError("--timestamp must be a positive number of seconds since 1970.") }
    }

    func run() throws {
        let signature: OAuth1Signature
        do {
            signature = try signer().explain(
                method: request.methodName, url: request.url, form: request.formParameters, extra: protocolParameters)
        } catch let error as OAuthError {
            throw Failure(error)
        }
        if json {
            try Terminal.print(json: SignedRequestReport(signature))
        } else {
            Terminal.print(
                """
                Parameter string
                \(signature.parameterString)

                Base string
                \(signature.baseString)

                Signature
                \(signature.signature)

                Authorization
                \(signature.authorization)
                """)
        }
    }

    private func signer() throws -> OAuth1Signer {
        let key: OAuth1SigningKey
        if signatureMethod == .rsaSHA1, let privateKeyFile {
            key = .rsa(try OAuth1RSAPrivateKey(pem: PEMFile.read(privateKeyFile)))
        } else {
            key = .sharedSecrets(consumer: Secret(request.consumerSecret ?? ""), token: request.tokenSecret.map { Secret($0) })
        }
        let date = timestamp.map { Date(timeIntervalSince1970: Double($0)) } ?? Date()
        let nonce = nonce ?? OAuth1Signer.randomNonce()
        return OAuth1Signer(
            consumerKey: consumerKey, token: token, method: signatureMethod, key: key, now: { date }, nonce: { nonce })
    }

    private var protocolParameters: Parameters {
        Parameters(
            [("oauth_callback", callback), ("oauth_verifier", verifier)].compactMap { name, value in value.map { Parameter(name, $0) } })
    }
}

/// The JSON output of `oauth1 sign`.
private struct SignedRequestReport: Encodable {
    let baseString: String
    let signature: String
    let authorization: String

    init(_ signature: OAuth1Signature) {
        baseString = signature.baseString
        self.signature = signature.signature
        authorization = signature.authorization
    }
}

extension Failure {
    /// Creates an error with the problem of a request and how to fix it.
    init(_ error: OAuthError) {
        let sentence = error.detail.isEmpty ? error.code.rawValue : error.detail
        self.init(sentence.prefix(1).uppercased() + sentence.dropFirst() + "." + (error.hint.map { " " + $0 } ?? ""))
    }
}
