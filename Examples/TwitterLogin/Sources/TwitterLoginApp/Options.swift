import LatchkeySecrets
import TwitterLogin

/// The options from the command line and the environment.
struct Options {
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    enum Way {
        case loopback, pin, server
    }

    static let usage = """
        usage: TwitterLoginApp [--pin | --server] [--twitter ADDRESS] [--consumer-key KEY]

        In the environment: TWITTER_URL and TWITTER_CONSUMER_KEY, unless given above; TWITTER_CONSUMER_SECRET, which other users of
        this machine could read in the arguments; for --server LATCHKEY_URL and LATCHKEY_API_KEY in their place.
        """

    let way: Way
    let environment: [String: String]
    private var address: String?
    private var consumerKey: String?

    init(_ arguments: some Sequence<String>, environment: [String: String]) throws {
        self.environment = environment
        address = environment["TWITTER_URL"]
        consumerKey = environment["TWITTER_CONSUMER_KEY"]
        var way = Way.loopback
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--pin": way = .pin
            case "--server": way = .server
            case "--twitter": address = try Self.value(of: argument, rest.next())
            case "--consumer-key": consumerKey = try Self.value(of: argument, rest.next())
            default: throw Wrong(description: Self.usage)
            }
        }
        self.way = way
    }

    private static func value(of option: String, _ value: String?) throws -> String {
        guard let value else { throw Wrong(description: "\(option) requires a value.\n\(usage)") }
        return value
    }

    /// Returns the configuration of the Twitter application.
    func configuration(callback: String) throws -> TwitterConfiguration {
        guard let address, let consumerKey, let secret = environment["TWITTER_CONSUMER_SECRET"] else {
            throw Wrong(description: Self.usage)
        }
        return TwitterConfiguration(
            consumerKey: consumerKey, consumerSecret: Secret(secret), callback: callback, apiBase: address)
    }
}
