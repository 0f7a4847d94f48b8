// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct AppAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Register an app.",
        discussion: """
            Prints the app id, and the encoded form of it that an app for a phone registers as URL scheme: a sign-in in the browser \
            comes back to the app through it.
            """)

    @Option(help: "ios, android, web, or native for a program that listens on this machine.") var platform: String
    @Option(help: "The bundle id (iOS) or package name (Android).") var bundleId: String?
    @Option(help: "A name for people (default: the bundle id).") var name: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let app = NewApp(platform: platform, bundleID: bundleId, name: name)
        try admin.show(try await admin.ask(.addApp(project: project.project, app: app), for: AppDescription.self)) { app in
            var facts = FactList()
            facts.add("app id", app.id)
            facts.add("URL scheme", app.urlScheme)
            facts.add("platform", app.platform)
            facts.add("bundle id", app.bundleID.isEmpty ? nil : app.bundleID)
            facts.add("name", app.name)
            return facts.text
        }
    }
}
