// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct AppAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Register an app.",
        discussion: """
            Prints the app id, and the encoded form of it that an app for a phone registers as URL scheme: a sign-in in the browser \
            comes back to the app through it. With a team id it may come back by a universal link, which no other app can register: this \
            server then names the app at /.well-known/apple-app-site-association.
            """)

    @Option(help: "ios, android, web, or native for a program that listens on this machine.") var platform: String
    @Option(help: "The bundle id (iOS) or package name (Android).") var bundleId: String?
    @Option(help: ArgumentHelp("iOS: the id of the developer team.", valueName: "id")) var teamId: String?
    @Option(help: "A name for people (default: the bundle id).") var name: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let app = NewApp(platform: platform, bundleID: bundleId, teamID: teamId, name: name)
        try admin.show(try await admin.ask(.addApp(project: project.project, app: app), for: AppDescription.self)) { $0.facts }
    }
}

extension AppDescription {
    /// One fact a line.
    var facts: String {
        var facts = FactList()
        facts.add("app id", id)
        facts.add("URL scheme", urlScheme)
        facts.add("platform", platform)
        facts.add("bundle id", bundleID.isEmpty ? nil : bundleID)
        facts.add("team id", teamID)
        facts.add("name", name)
        return facts.text
    }
}
