// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeySecrets

extension Administrator {
    private static let maxBundleIDBytes = 255
    private static let maxAppNameCharacters = 100

    func apps(of project: String) async throws -> [AppDescription] {
        try await store.read { view in try view.apps(of: view.requireProject(project).id).map(AppDescription.init) }
    }

    func addApp(_ new: NewApp, to project: String) async throws -> AppDescription {
        let platform = RegisteredApp.Platform(rawValue: new.platform)
        guard [.ios, .android, .web, .native].contains(platform) else {
            throw AdminError("\(new.platform) is no platform. Write ios, android, web or native.")
        }
        let bundleID = new.bundleID ?? ""
        guard !bundleID.isEmpty || ![.ios, .android].contains(platform) else {
            throw AdminError("An app for a phone has a bundle id (iOS) or package name (Android): give --bundle-id.")
        }
        guard bundleID.utf8.count <= Self.maxBundleIDBytes, bundleID.utf8.allSatisfy(Self.isBundleIDByte) else {
            throw AdminError("\(bundleID) is no bundle id. Write it like org.example.app.")
        }
        let teamID = try new.teamID.map { try Self.checkedTeamID($0, on: platform) }
        let name = try Self.checkedAppName(new.name ?? (bundleID.isEmpty ? platform.rawValue : bundleID))
        let suffix = random.text(length: 16, from: "0123456789abcdef")
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            let app = RegisteredApp(
                id: "1:\(project.number):\(platform.rawValue):\(suffix)", project: project.id, platform: platform, bundleID: bundleID,
                teamID: teamID, displayName: name, createdAt: instant)
            try transaction.insert(app)
            return AppDescription(app)
        }
    }

    func changeApp(_ id: String, of project: String, _ change: AppChange) async throws -> AppDescription {
        guard change != AppChange() else { throw AdminError("Nothing is to be changed: give --team-id or --name.") }
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            guard var app = try transaction.apps(of: project.id).first(where: { $0.id == id }) else {
                throw AdminError("\(project.id) has no app \(id). `latchkey projects app list` shows those that it has.")
            }
            if let team = change.teamID { app.teamID = team.isEmpty ? nil : try Self.checkedTeamID(team, on: app.platform) }
            if let name = change.name { app.displayName = try Self.checkedAppName(name) }
            try transaction.update(app)
            return AppDescription(app)
        }
    }

    private static func checkedAppName(_ name: String) throws -> String {
        guard (1...maxAppNameCharacters).contains(name.count), !name.contains(where: \.isNewline) else {
            throw AdminError("An app's name has 1 to \(maxAppNameCharacters) characters on one line.")
        }
        return name
    }

    private static func checkedTeamID(_ text: String, on platform: RegisteredApp.Platform) throws -> String {
        guard platform == .ios else {
            throw AdminError("Only an app for Apple's systems has a team id; its platform is ios, on a Mac too.")
        }
        let isTeamID = text.utf8.count == 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
        guard isTeamID else {
            throw AdminError(
                "\(text) is no team id. It has ten capital letters and digits, and stands before the bundle id in the app's identifier at Apple."
            )
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
