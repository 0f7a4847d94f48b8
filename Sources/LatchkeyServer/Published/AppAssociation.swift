// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import LatchkeyWire

/// `/.well-known/apple-app-site-association`: the apps that Apple's systems may open with an address of this server, and that may use
/// its passkeys. An app names the server in its entitlements in turn (`applinks:HOST`, `webcredentials:HOST`); both have to agree.
///
/// It lists the apps of all projects that have a team id. What it tells is no secret: an app's bundle id and team are in its every copy.
struct AppAssociation: Sendable {
    let store: any AccountStore

    static let path = "/.well-known/apple-app-site-association"

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { _, _ in
            let apps = try await store.read { try $0.appsOfTeams() }.compactMap(\.applicationIdentifier)
            return Response.json(bytes: try WireEncoder.encode(Document(apps: apps)), cacheControl: "public, max-age=3600")
        }
    }

    /// The format of iOS 13 and later. Only where a sign-in ends is opened: every other page stays the browser's.
    private struct Document: Encodable {
        struct AppLinks: Encodable {
            struct Detail: Encodable {
                let appIDs: [String]
                let components: [[String: String]]
            }
            let details: [Detail]
        }
        struct WebCredentials: Encodable {
            let apps: [String]
        }

        let applinks: AppLinks
        let webcredentials: WebCredentials

        init(apps: [String]) {
            let details = AppLinks.Detail(appIDs: apps, components: [["/": ReturnTarget.callbackPath]])
            applinks = AppLinks(details: apps.isEmpty ? [] : [details])
            webcredentials = WebCredentials(apps: apps)
        }
    }
}
