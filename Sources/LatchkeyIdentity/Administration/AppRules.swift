package import Foundation
package import LatchkeySecrets

/// The validation rules for registered apps. The REST API, the console and the command share them.
package enum AppRules {
    private static let maxBundleIDBytes = 255
    private static let maxNameCharacters = 100

    /// Creates an app with a new ID, without storing it.
    ///
    /// - Parameters:
    ///   - platform: `ios`, `android`, `web` or `native`.
    ///   - bundleID: The bundle ID or package name; required for iOS and Android only.
    ///   - name: The display name; by default, the bundle ID or the platform.
    /// - Throws: ``SettingRefusal``.
    package static func make(
        _ platform: String, bundleID: String, teamID: String?, name: String?, for project: Project, at now: Date,
        random: RandomTokens = .system
    ) throws -> RegisteredApp {
        let kind = RegisteredApp.Platform(rawValue: platform)
        guard [.ios, .android, .web, .native].contains(kind) else {
            throw SettingRefusal("\(platform.prefix(100)) is not a platform. Write ios, android, web or native.")
        }
        guard !bundleID.isEmpty || ![.ios, .android].contains(kind) else {
            throw SettingRefusal("A phone app needs a bundle id (iOS) or a package name (Android).")
        }
        guard bundleID.utf8.count <= maxBundleIDBytes, bundleID.utf8.allSatisfy(isBundleIDByte) else {
            throw SettingRefusal("\(bundleID.prefix(300)) is not a bundle ID. Write it like org.example.app.")
        }
        let team = try teamID.map { try checkedTeamID($0, on: kind) }
        let shown = try checkedName(name ?? (bundleID.isEmpty ? platform : bundleID))
        let suffix = random.text(length: 16, from: "0123456789abcdef")
        return RegisteredApp(
            id: "1:\(project.number):\(platform):\(suffix)", project: project.id, platform: kind, bundleID: bundleID, teamID: team,
            displayName: shown, createdAt: now.inWholeMilliseconds)
    }

    /// - Throws: ``SettingRefusal``.
    package static func checkedName(_ name: String) throws -> String {
        guard (1...maxNameCharacters).contains(name.count), !name.contains(where: \.isNewline) else {
            throw SettingRefusal("An app's name has 1 to \(maxNameCharacters) characters on one line.")
        }
        return name
    }

    /// - Throws: ``SettingRefusal``.
    package static func checkedTeamID(_ text: String, on platform: RegisteredApp.Platform) throws -> String {
        guard platform == .ios else {
            throw SettingRefusal("Only an app for Apple's systems has a team id; its platform is ios, on a Mac too.")
        }
        let isTeamID = text.utf8.count == 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
        guard isTeamID else {
            throw SettingRefusal(
                "\(text.prefix(100)) is not a team ID. It has ten capital letters and digits, and precedes the bundle id in the app's "
                    + "identifier at Apple.")
        }
        return text
    }

    private static func isBundleIDByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
