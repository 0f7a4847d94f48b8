import ArgumentParser
import Foundation
import LatchkeyOAuth
import LatchkeySecrets

struct OAuth1VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify the signature of a request, and explain differences.",
        discussion: """
            Specify the request as received by the server. The command compares a wrong signature with the results of common mistakes. \
            With the client's base string in --base-string, it shows the first difference. The exit status is 1 if the \
            signature is wrong. The age of the request is shown, but not checked.
            """)

    @OptionGroup var request: OAuth1RequestOptions
    @Option(help: "The Authorization header: OAuth oauth_consumer_key=\"...\", ...") var authorization: String
    @Option(help: ArgumentHelp("A PEM file with the app's public RSA key, for RSA-SHA1.", valueName: "file")) var publicKeyFile: String?
    @Option(help: "The base string of the client.") var baseString: String?
    @Flag(help: "Print the output as JSON.") var json = false

    func validate() throws {
        if request.consumerSecret == nil, publicKeyFile == nil {
            throw ValidationError("Use --consumer-secret, or --public-key-file for RSA-SHA1.")
        }
    }

    func run() throws {
        let input = SignatureInput(
            method: request.methodName, url: request.url, form: request.formParameters, authorization: authorization,
            consumerSecret: Secret(request.consumerSecret ?? ""), tokenSecret: request.tokenSecret.map { Secret($0) },
            publicKey: try publicKeyFile.map { try OAuth1RSAPublicKey(pem: PEMFile.read($0)) })
        let report = SignatureReport(input, theirBaseString: baseString, now: Date())
        if json { try Terminal.print(json: report) } else { Terminal.print(report.text) }
        if !report.valid { throw ExitCode.failure }
    }
}
