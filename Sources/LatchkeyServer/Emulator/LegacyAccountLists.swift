// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import LatchkeyWire

/// Version 3's `downloadAccount`, by which the Firebase command exports accounts: a POST that stands for a GET.
struct LegacyAccountLists: Sendable {
    let projects: EmulatedProjects
    let list: BatchGetEndpoint

    private static let maxBodyBytes = 65_536

    func add(to router: Router<ServerContext>) {
        for prefix in ["/www.googleapis.com", ""] {
            router.post(RouterPath("\(prefix)/identitytoolkit/v3/relyingparty/downloadAccount")) { request, _ in
                guard let token = request.bearerToken else { throw AdministratorError.missing }
                guard EmulatedProjects.isOwner(token) else { throw AdministratorError.invalid }
                let bytes = try await request.bytes(upTo: Self.maxBodyBytes)
                guard let target = try WireDecoder.decode(Target.self, from: bytes).targetProjectId.unlessEmpty else {
                    throw SignInError(.init(rawValue: "INSUFFICIENT_PERMISSION"))
                }
                let project = try await projects.project(ProjectID(rawValue: target))
                return try Response.json(
                    try await list.answer(
                        try WireDecoder.decode(BatchGetRequest.self, from: bytes),
                        from: AdminCaller(caller: Caller(project: project), actor: "owner")))
            }
        }
    }

    private struct Target: Decodable {
        var targetProjectId: String?
    }
}
