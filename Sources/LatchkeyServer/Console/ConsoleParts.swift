// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyIdentity
public import LatchkeySecrets

/// What the console is put together from, beside the server's parts.
public struct ConsoleParts: Sendable {
    /// Whose accounts are the administrators.
    let project: Project
    let invitation: ConsoleInvitation

    public init(project: Project, invitation: ConsoleInvitation) {
        self.project = project
        self.invitation = invitation
    }

    /// A new secret for the first administrator's link.
    public func makeInvitation() -> Secret<String> { invitation.make() }

    /// Where people begin.
    public static let path = "/console"
    /// Where the first administrator is made, by the secret behind the `#`.
    public static let setupPath = "/console/setup"
}
