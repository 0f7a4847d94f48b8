public import Foundation
public import LatchkeySecrets

/// The configuration of a sandbox.
public struct SandboxConfiguration: Sendable {
    /// The address to listen on; loopback only, because the sandbox's secrets are public.
    public var host: String
    /// The port for HTTP; 0 for any free port.
    public var port: Int
    /// The port for HTTPS; 0 for any free port, `nil` to disable HTTPS.
    public var tlsPort: Int?
    /// The path where the local authority's certificate is written as PEM; clients need it to trust the HTTPS port.
    public var certificateFile: String?
    /// Additional origins that requests may be signed for, besides that of the request itself, such as `https://api.twitter.com`.
    ///
    /// For clients with a fixed host: an adapter redirects their requests to the sandbox after they were signed for that host.
    public var publicAddresses: [String]
    /// The initial applications.
    public var apps: [SandboxApp]
    /// The initial people.
    public var people: [SandboxPerson]
    /// The algorithm that the OpenID provider signs ID tokens with until its key is rotated.
    public var openIDAlgorithm: SandboxSigningAlgorithm
    /// Whether the providers' rate limits are enforced; the headers count calls in either case.
    public var enforcesRateLimits: Bool
    /// The clock for all lifetimes and timestamps.
    public var now: @Sendable () -> Date
    /// The source of tokens and codes.
    public var random: RandomTokens
    /// The sleep function for faults that delay a response.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - twitterCallbacks: Replace the callbacks of the two Twitter applications that have some.
    ///   - githubCallbacks: Replace the callbacks of both GitHub applications.
    ///   - openIDCallbacks: Replace the callbacks of the applications of the OpenID provider, and of all providers not named here.
    ///   - xCallbacks: Replace the callbacks of X's applications.
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
                default: openIDCallbacks
                }
            return app
        }
    }
}

extension SandboxConfiguration {
    /// Checks the configuration; throws ``SandboxError`` with code ``SandboxError/Code/invalidConfiguration``.
    func validate() throws {
        guard Authority.isLoopback(host: host) else {
            throw SandboxError(
                .invalidConfiguration,
                "the host \(host) is reachable from other machines, but the sandbox's secrets are public; use 127.0.0.1 or ::1")
        }
        for port in [port, tlsPort ?? 0] where !(0...65535).contains(port) {
            throw SandboxError(.invalidConfiguration, "\(port) is not a port number; use 0 for any free port")
        }
        if certificateFile != nil, tlsPort == nil {
            throw SandboxError(.invalidConfiguration, "a certificate file requires HTTPS; also set a TLS port")
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
