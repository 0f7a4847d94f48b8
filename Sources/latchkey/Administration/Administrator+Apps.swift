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
        let name = new.name ?? (bundleID.isEmpty ? platform.rawValue : bundleID)
        guard (1...Self.maxAppNameCharacters).contains(name.count), !name.contains(where: \.isNewline) else {
            throw AdminError("An app's name has 1 to \(Self.maxAppNameCharacters) characters on one line.")
        }
        let suffix = random.text(length: 16, from: "0123456789abcdef")
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            let app = RegisteredApp(
                id: "1:\(project.number):\(platform.rawValue):\(suffix)", project: project.id, platform: platform, bundleID: bundleID,
                displayName: name, createdAt: instant)
            try transaction.insert(app)
            return AppDescription(app)
        }
    }

    func apiKeys(of project: String) async throws -> [APIKeyDescription] {
        try await store.read { view in try view.apiKeys(of: view.requireProject(project).id).map(APIKeyDescription.init) }
    }

    func addAPIKey(to project: String) async throws -> APIKeyDescription {
        let key = APIKey.random(for: ProjectID(rawValue: project), at: now(), random: random)
        return try await store.write { transaction in
            _ = try transaction.requireProject(project)
            try transaction.insert(key)
            return APIKeyDescription(key)
        }
    }

    func revokeAPIKey(_ text: String, of project: String) async throws -> APIKeyDescription {
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            guard let key = try transaction.apiKey(text), key.project == project.id else {
                throw AdminError("\(project.id) has no API key \(text). `latchkey projects key list` shows those that it has.")
            }
            guard try transaction.revokeAPIKey(text, at: instant), let revoked = try transaction.apiKey(text) else {
                throw AdminError("\(text) was revoked before.")
            }
            return APIKeyDescription(revoked)
        }
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
