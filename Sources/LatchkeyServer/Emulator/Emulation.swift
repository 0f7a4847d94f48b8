public import LatchkeyIdentity
public import Logging

/// What `serve --emulator` adds: the Firebase Auth Emulator's ways, in which nobody proves anything.
///
/// Its presence in ``ServerParts`` is the switch. It goes together with a `TokenAuthority` without keys; a server with one and not
/// the other is not built.
public struct Emulation: Sendable {
    /// The project that every API key leads to.
    public let standardProject: ProjectID
    /// Answers under more host names than those of this machine.
    public let allowsNetwork: Bool
    /// Origins of web pages that may call, beside those of this machine and the server's own: `https://app.test`.
    public let allowedOrigins: Set<String>
    /// What happens when a request names another project than the standard one.
    public let otherProjects: OtherProjects
    /// Whether simulated providers, which check tokens, are available.
    public let hasSandbox: Bool
    private let logger: Logger?
    let phoneCodes = PhoneCodeLedger()
    let tenantForms = TenantForms()

    /// Google's emulator knows these as `singleProjectMode`.
    public enum OtherProjects: String, Sendable {
        /// They come into being.
        case made
        /// They come into being, and the log says so.
        case warning
        /// The request is refused.
        case error
    }

    public static let standardProjectID: ProjectID = "demo-latchkey"
    /// The key that links carry, and that the start shows; any other does as well.
    public static let apiKey = "fake-api-key"

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

    /// - Throws: ``SignInError`` if other projects are refused; as in Google's emulator, its message is a sentence without a code.
    func admit(_ project: ProjectID) throws {
        guard project != standardProject, otherProjects != .made else { return }
        let problem = "This emulator serves \(standardProject.rawValue) alone, and \(project.rawValue.prefix(128)) was asked for."
        guard otherProjects == .error else {
            logger?.warning("another project was asked for than the emulator's", metadata: ["problem": "\(problem)"])
            return
        }
        let remedy = "Leave out --single-project to have it made."
        throw SignInError(.init(rawValue: "The emulator is in single project mode. \(problem) \(remedy)"))
    }

    /// Tokens of no key, under Firebase's own issuers, as the Admin SDKs read them in their emulator mode.
    public static func authority(now: @escaping WallClock) -> TokenAuthority {
        TokenAuthority(
            ring: .insecureUnsigned, issuer: { "https://securetoken.google.com/" + $0.rawValue },
            cookieIssuer: { "https://session.firebase.google.com/" + $0.rawValue }, now: now)
    }

    /// Whether a text may name a project: the emulator takes any, ours one that a path and a token can hold.
    public static func isProjectName(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") }
    }
}
