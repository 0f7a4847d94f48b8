public import LatchkeyIdentity
public import Logging

/// The options of `serve --emulator`, which behaves like the Firebase Auth Emulator and verifies no credentials.
///
/// The server runs as an emulator if ``ServerParts`` contains this value. It requires a `TokenAuthority` without keys; a server with only
/// one of the two cannot be created.
public struct Emulation: Sendable {
    /// The project that unknown API keys lead to.
    public let standardProject: ProjectID
    /// Whether the emulator also accepts requests for host names and addresses of the network.
    public let allowsNetwork: Bool
    /// Origins of web pages that may send requests, in addition to those of this machine and the server itself. Example:
    /// `https://app.test`.
    public let allowedOrigins: Set<String>
    /// The behavior for requests that name a project other than the standard one.
    public let otherProjects: OtherProjects
    /// Whether simulated providers, which check tokens, are available.
    public let hasSandbox: Bool
    private let logger: Logger?
    let phoneCodes = PhoneCodeLedger()
    let withdrawnFactors = WithdrawnFactors()
    let tenantForms = TenantForms()

    /// The behavior for other projects. Google's emulator calls this setting `singleProjectMode`.
    public enum OtherProjects: String, Sendable {
        /// The project is created.
        case made
        /// The project is created, and a warning is logged.
        case warning
        /// The request is rejected.
        case error
    }

    /// The ID of the standard project if none is configured.
    public static let standardProjectID: ProjectID = "demo-latchkey"
    /// The API key in links and in the startup message. Any other key works too.
    public static let apiKey = "fake-api-key"

    /// Creates the options of an emulator.
    ///
    /// - Parameters:
    ///   - standardProject: The project that unknown API keys lead to.
    ///   - allowsNetwork: Whether requests for host names and addresses of the network are accepted.
    ///   - allowedOrigins: Further origins of web pages that may send requests.
    ///   - otherProjects: The behavior for requests that name another project.
    ///   - hasSandbox: Whether simulated providers are available.
    ///   - logger: Receives the warnings about other projects.
    public init(
        standardProject: ProjectID = Self.standardProjectID, allowsNetwork: Bool = false, allowedOrigins: Set<String> = [],
        otherProjects: OtherProjects = .made, hasSandbox: Bool = false, logger: Logger? = nil
    ) {
        self.hasSandbox = hasSandbox
        self.otherProjects = otherProjects
        self.logger = logger
        self.standardProject = standardProject
        self.allowsNetwork = allowsNetwork
        self.allowedOrigins = allowedOrigins
    }

    /// Checks that a request may use a project.
    ///
    /// - Throws: ``SignInError`` if other projects are rejected. As in Google's emulator, its message is a sentence without a code.
    func admit(_ project: ProjectID) throws {
        guard project != standardProject, otherProjects != .made else { return }
        let problem = "This emulator serves only \(standardProject.rawValue), but the request names \(project.rawValue.prefix(128))."
        guard otherProjects == .error else {
            logger?.warning("the request names a project other than the emulator's", metadata: ["problem": "\(problem)"])
            return
        }
        let remedy = "To create the project, start the emulator without --single-project."
        throw SignInError(.init(rawValue: "The emulator is in single project mode. \(problem) \(remedy)"))
    }

    /// Returns an authority for unsigned tokens with Firebase's issuers, which the Admin SDKs accept in their emulator mode.
    public static func authority(now: @escaping WallClock) -> TokenAuthority {
        TokenAuthority(
            ring: .insecureUnsigned, issuer: { "https://securetoken.google.com/" + $0.rawValue },
            cookieIssuer: { "https://session.firebase.google.com/" + $0.rawValue }, now: now)
    }

    /// Whether a text can be a project ID. Google's emulator accepts any text; this server requires 1 to 128 bytes that a path and a token
    /// can contain.
    public static func isProjectName(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") }
    }
}
