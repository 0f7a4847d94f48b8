public import ArgumentParser
import Foundation
public import LatchkeyOAuth
import LatchkeySecrets

/// The options for the signed request and the secrets.
struct OAuth1RequestOptions: ParsableArguments {
    @Option(help: "The HTTP method (default: GET, or POST with a form).") var method: String?
    @Option(help: "The complete URL, including its query.") var url: String
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("A parameter of the form body, not escaped. Repeatable.", valueName: "name=value"))
    var form: [FormParameter] = []
    @Option(help: "The app's secret (Twitter: API key secret).") var consumerSecret: String?
    @Option(help: "The token's secret.") var tokenSecret: String?

    var methodName: String { method ?? (form.isEmpty ? "GET" : "POST") }

    var formParameters: Parameters { Parameters(form.map(\.parameter)) }

    func validate() throws {
        if methodName.isEmpty || methodName.contains(where: \.isWhitespace) { throw ValidationError("--method must be a single word.") }
    }
}

/// A `name=value` argument; the name ends at the first equals sign.
struct FormParameter: ExpressibleByArgument, Sendable {
    let parameter: Parameter

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
        parameter = Parameter(String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
}

extension OAuth1SignatureMethod: ExpressibleByArgument {
    private static let known: [Self] = [.hmacSHA1, .hmacSHA256, .rsaSHA1, .insecurePlaintext]

    /// Creates one of the supported methods from its name, case-insensitively.
    public init?(argument: String) {
        guard let method = Self.known.first(where: { $0.rawValue == argument.uppercased() }) else { return nil }
        self = method
    }

    /// The names of the supported methods.
    public static var allValueStrings: [String] { known.map(\.rawValue) }
}

/// A PEM file from the command line.
enum PEMFile {
    private static let maxBytes = 65_536

    static func read(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path), data.count <= maxBytes else {
            throw Failure("The file \(path) cannot be read, or is too large for a key.")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
