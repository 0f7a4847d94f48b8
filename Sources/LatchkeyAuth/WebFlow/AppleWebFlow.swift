// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(AuthenticationServices) && canImport(UIKit)
import AuthenticationServices
import Foundation
import Synchronization

/// The web flow of iOS apps: a sheet of the system's browser, which comes back by the app's URL scheme.
///
/// The scheme is `app-` and the app id with dashes for colons; `AuthConfiguration.appID` and `bundleID` must be set. Unlike
/// Firebase's client it needs no entry in Info.plist. This file is not compiled on Linux, where the project is built and
/// tested; report what does not work.
struct AppleWebFlow: WebFlow {
    func run(_ request: WebFlowRequest, delegate: (any AuthUIDelegate)?) async throws -> String {
        guard let scheme = request.callbackScheme, let url = URL(string: request.addressForApp()) else {
            throw AuthError.make(
                .webInternalError, reason: "AuthConfiguration needs the appID that the server knows for this app.")
        }
        let callback = try await AppleWebSheet.open(url, scheme: scheme)
        await delegate?.dismiss()
        switch WebFlowCallback.read(deepLink: callback.absoluteString, scheme: scheme, eventID: request.eventID) {
        case .link(let link): return link
        case .failure(let code, let reason): throw AuthError.make(code, reason: reason)
        case .unrelated: throw AuthError.make(.webInternalError, reason: "The page came back with another flow's answer.")
        }
    }
}

/// One sheet; kept alive by the call that waits for it.
@MainActor
private final class AppleWebSheet: NSObject, ASWebAuthenticationPresentationContextProviding {
    private var session: ASWebAuthenticationSession?

    static func open(_ url: URL, scheme: String) async throws -> URL {
        let sheet = AppleWebSheet()
        return try await withTaskCancellationHandler {
            try await sheet.start(url, scheme)
        } onCancel: {
            Task { @MainActor in sheet.session?.cancel() }
        }
    }

    private func start(_ url: URL, _ scheme: String) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            let session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { url, error in
                if let url {
                    continuation.resume(returning: url)
                } else {
                    continuation.resume(throwing: AuthError.make(.webContextCancelled, underlying: error))
                }
            }
            session.presentationContextProvider = self
            self.session = session
            if !session.start() { session.cancel() }
        }
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        ASPresentationAnchor()
    }
}
#endif
