import ArgumentParser
import LatchkeyOAuth
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct OAuth1VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Say whether the signature of a request is right, and if not where it differs.",
        discussion: """
            Give the request as the server sees it. A wrong signature is compared with what frequent mistakes would have made of it; \
            with --base-string, the text that the other program signed, the first difference is shown. Exit status 1 means that the \
            signature is wrong. The age of the request is told, not judged.
            """)

    @OptionGroup var request: OAuth1RequestOptions
    @Option(help: "The Authorization header: OAuth oauth_consumer_key=\"...\", ...") var authorization: String
    @Option(help: ArgumentHelp("The app's public RSA key as PEM file, for RSA-SHA1.", valueName: "file")) var publicKeyFile: String?
    @Option(help: "The base string that the other program made.") var baseString: String?
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        if request.consumerSecret == nil, publicKeyFile == nil {
            throw ValidationError("Give --consumer-secret, or --public-key-file for RSA-SHA1.")
        }
    }

    func run() throws {
        let ask = SignatureQuestion(
            method: request.methodName, url: request.url, form: request.formParameters, authorization: authorization,
            consumerSecret: Secret(request.consumerSecret ?? ""), tokenSecret: request.tokenSecret.map { Secret($0) },
            publicKey: try publicKeyFile.map { try OAuth1RSAPublicKey(pem: PEMFile.read($0)) })
        let report = SignatureReport(ask, theirBaseString: baseString, now: Date())
        if json { try Terminal.print(json: report) } else { Terminal.print(report.text) }
        if !report.valid { throw ExitCode.failure }
    }
}
