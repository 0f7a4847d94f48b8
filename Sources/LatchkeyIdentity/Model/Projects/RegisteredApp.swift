public import Foundation

/// An app to which a finished sign-in can return, with its own URL scheme or a universal link.
public struct RegisteredApp: Sendable, Equatable {
    /// The platform of an app.
    public struct Platform: RawRepresentable, Hashable, Sendable {
        /// The name in the store and in the app id, for example `ios`.
        public let rawValue: String
        /// Creates a platform from a name, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An app for iOS, iPadOS or visionOS.
        public static let ios = Self(rawValue: "ios")
        /// An app for Android.
        public static let android = Self(rawValue: "android")
        /// A web app.
        public static let web = Self(rawValue: "web")
        /// A program that listens on a loopback port (RFC 8252, section 7.3).
        public static let native = Self(rawValue: "native")
    }

    /// The app id in Firebase's form, for example `1:123456789012:ios:0123456789abcdef`.
    public let id: String
    /// The project to which the app belongs.
    public let project: ProjectID
    /// The platform that the app runs on.
    public let platform: Platform
    /// The bundle id or package name.
    public let bundleID: String
    /// The prefix of the app's identifier at Apple, usually the developer team's id: ten letters and digits. Sign-ins of an app with a
    /// prefix return by universal link instead of URL scheme.
    public var teamID: String?
    /// The name that administrators see in lists.
    public var displayName: String
    /// The time at which the app was registered.
    public let createdAt: Date

    /// Creates an app from its stored values.
    public init(
        id: String, project: ProjectID, platform: Platform, bundleID: String, teamID: String? = nil, displayName: String, createdAt: Date
    ) {
        self.id = id
        self.project = project
        self.platform = platform
        self.bundleID = bundleID
        self.teamID = teamID
        self.displayName = displayName
        self.createdAt = createdAt
    }

    /// The encoded app id, which the app registers as a URL scheme: `app-` and the id with colons replaced by hyphens.
    public var urlScheme: String {
        "app-" + id.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-")
    }

    /// Apple's identifier of the app, `TEAM.BUNDLE`, for the server's list of associated apps; `nil` without a team.
    public var applicationIdentifier: String? { teamID.map { "\($0).\(bundleID)" } }
}
