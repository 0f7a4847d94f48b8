// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth

/// `/__/auth/callback`: the address that opens an app by a universal link, where no app took it.
///
/// The system's sign-in sheet gives the address to the app before a browser asks for it, and so does a phone that follows a link. A browser that
/// was redirected here by this very server stays with it: then the page has a button, which opens the app by its scheme. What the app is
/// given proves nothing by itself; who redeems it needs the session id that only the program has that began.
struct CallbackPage: Sendable {
    let store: any AccountStore
    let publicAddress: PublicAddress
    let pages: PageRenderer

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(ReturnTarget.callbackPath)) { request, _ in try await answer(request) }
    }

    private func answer(_ request: Request) async throws -> Response {
        let query = request.uri.query ?? ""
        guard query.utf8.count <= HandlerPage.maxQueryBytes, let parameters = try? QueryParameters(formEncoded: query),
            let appID = parameters["appId"], let app = try await store.read({ try $0.appsOfTeams() }).first(where: { $0.id == appID })
        else {
            return try pages.problem(
                "There is nothing here", "This address opens an app at the end of a sign-in, and names no app that this server knows.",
                status: .notFound)
        }
        let address = publicAddress.url + ReturnTarget.callbackPath + "?" + query
        return try pages.page(
            "app-return", ["app": app.displayName, "link": ReturnTarget.deepLink(to: app.urlScheme, with: address)])
    }
}
