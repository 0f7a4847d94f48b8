// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyServer

extension Administrator {
    func hooks(of project: String) async throws -> [HookDescription] {
        try await store.read { view in HookDescription.all(of: try view.requireProject(project)) }
    }

    /// - Parameter url: `nil` to ask no more.
    func setHook(_ name: String, to url: String?, of project: String) async throws -> [HookDescription] {
        guard let event = BlockingHooks.Event(rawValue: name) else {
            let known = BlockingHooks.Event.allCases.map(\.rawValue).joined(separator: " and ")
            throw AdminError("There is no hook \(name). Known are \(known).")
        }
        if let url { try Self.checkHookURL(url) }
        return try await store.write { transaction in
            var project = try transaction.requireProject(project)
            guard url != nil || project.settings.hooks[event] != nil else {
                throw AdminError("\(project.id) has no hook \(name).")
            }
            project.settings.hooks[event] = url
            try transaction.update(project)
            return HookDescription.all(of: project)
        }
    }

    /// It is sent as it stands, and is the audience of what is sent: no part of it may get lost on the way.
    private static func checkHookURL(_ url: String) throws {
        guard url.utf8.count <= BlockingHooks.maxURLBytes, !url.contains("#"),
            let head = try? ProviderRequest(method: .post, url: url).head,
            let authority = head.authority, !authority.contains("@")
        else {
            throw AdminError(
                "\(url) is no address of a hook. Write it like https://hooks.example.org/before, without user and fragment, "
                    + "in at most \(BlockingHooks.maxURLBytes) bytes.")
        }
        guard head.scheme == "https" || AddressRange.isLoopback(ofURL: url) else {
            throw AdminError("\(url) would carry people's data in the clear. Use https; http is for this machine only.")
        }
    }
}

/// A hook as an administrator sees it.
struct HookDescription: Codable, Sendable, Equatable {
    var event: String
    var url: String

    static func all(of project: Project) -> [HookDescription] {
        BlockingHooks.Event.allCases.compactMap { event in
            project.settings.hooks[event].map { HookDescription(event: event.rawValue, url: $0) }
        }
    }
}
