public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a sandbox is set up.
public struct SandboxConfiguration: Sendable {
    /// The address to listen on; loopback only, because everybody knows the sandbox's secrets.
    public var host: String
    /// The port for http; 0 for any free one.
    public var port: Int
    /// The port for https; 0 for any free one, `nil` for no https.
    public var tlsPort: Int?
    /// Where the certificate of the local authority is written as PEM; needed for https to be of use.
    public var certificateFile: String?
    /// Addresses, without path, that signatures may be made for besides the one a request came to: `https://api.twitter.com`.
    ///
    /// For clients whose host is a constant: an adapter sends their requests here after they were signed for the constant.
    public var publicAddresses: [String]
    /// The applications that are registered at the start.
    public var apps: [SandboxApp]
    /// The people who are there at the start.
    public var people: [SandboxPerson]
    /// How the OpenID provider signs ID tokens until its key is rotated.
    public var openIDAlgorithm: SandboxSigningAlgorithm
    /// Whether calls beyond the providers' rate limits are refused; the headers count in either case.
    public var enforcesRateLimits: Bool
    /// The clock that every lifetime and timestamp is measured with.
    public var now: @Sendable () -> Date
    /// Where tokens and codes come from.
    public var random: RandomTokens
    /// Waits; used by the fault that holds a connection.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - twitterCallbacks: Registered for the two Twitter applications that have callbacks, in place of their own.
    ///   - githubCallbacks: Registered for both GitHub applications, in place of their own.
    ///   - openIDCallbacks: Registered for the applications of the OpenID provider, in place of their own.
    ///   - xCallbacks: Registered for X's applications, in place of their own.
    public init(
        host: String = "127.0.0.1", port: Int = 9100, tlsPort: Int? = nil, certificateFile: String? = nil,
        publicAddresses: [String] = [], twitterCallbacks: [String] = SandboxApp.defaultCallbacks,
        githubCallbacks: [String] = SandboxApp.defaultCallbacks,
        openIDCallbacks: [String] = SandboxApp.defaultCallbacks, xCallbacks: [String] = SandboxApp.defaultCallbacks,
        people: [SandboxPerson] = SandboxPerson.seeds,
        openIDAlgorithm: SandboxSigningAlgorithm = .rs256, enforcesRateLimits: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() },
        random: RandomTokens = .system,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.host = host
        self.port = port
        self.tlsPort = tlsPort
        self.certificateFile = certificateFile
        self.publicAddresses = publicAddresses
        self.people = people
        self.openIDAlgorithm = openIDAlgorithm
        self.enforcesRateLimits = enforcesRateLimits
        self.now = now
        self.random = random
        self.sleep = sleep
        apps = SandboxApp.seeds.map { seed in
            var app = seed
            guard !app.callbacks.isEmpty else { return app }
            app.callbacks =
                switch app.provider {
                case .twitter: twitterCallbacks
                case .x: xCallbacks
                case .github: githubCallbacks
                case .openID: openIDCallbacks
                }
            return app
        }
    }
}

extension SandboxConfiguration {
    /// Throws ``SandboxError`` with code ``SandboxError/Code/invalidConfiguration`` and says what to change.
    func validate() throws {
        guard Authority.isLoopback(host: host) else {
            throw SandboxError(
                .invalidConfiguration,
                "the host \(host) is reachable by others, but everybody knows the sandbox's secrets; use 127.0.0.1 or ::1")
        }
        for port in [port, tlsPort ?? 0] where !(0...65535).contains(port) {
            throw SandboxError(.invalidConfiguration, "\(port) is no port; use 0 for any free one")
        }
        if certificateFile != nil, tlsPort == nil {
            throw SandboxError(.invalidConfiguration, "a certificate file is written for https only; set a TLS port too")
        }
        for address in publicAddresses where PublicAddress(address) == nil {
            throw SandboxError(
                .invalidConfiguration,
                "the public address \(address) is not of the form https://host or http://host:port, without a path")
        }
        var apps = AppRegister([])
        for app in self.apps { try apps.register(app) }
        var people = PeopleRegister([])
        for person in self.people { try people.add(person) }
    }
}
