// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import LatchkeyFirebase2

extension FirebaseSimpleLogin {
    /// What is called when a login has ended, and when its session has.
    public typealias LoginBlock = @MainActor @Sendable (_ error: NSError?, _ user: FAUser?) -> Void
    /// What is called when something was done, or was not.
    public typealias SuccessBlock = @MainActor @Sendable (_ error: NSError?, _ success: Bool) -> Void

    /// Runs a login and tells its block, and again when the session ends by itself.
    ///
    /// - Parameter operation: nil for nobody.
    func login(
        _ block: @escaping LoginBlock, account: ACAccount? = nil,
        _ operation: @escaping @Sendable (FirebaseClient) async throws -> FAuthData?
    ) {
        perform { [ref] in
            let client = try ref.requireClient()
            guard let authData = try await operation(client) else { return { block(nil, nil) } }
            client.onRevocation { block(nil, nil) }
            return { block(nil, FAUser(authData, account: account)) }
        } failing: { error in
            block(error, nil)
        }
    }

    /// Does something and tells its block whether it was done.
    func succeed(_ block: @escaping SuccessBlock, _ operation: @escaping @Sendable (Firebase) async throws -> Void) {
        perform { [ref] in
            try await operation(ref)
            return { block(nil, true) }
        } failing: { error in
            block(error, false)
        }
    }

    func perform(
        _ operation: @escaping @Sendable () async throws -> @MainActor @Sendable () -> Void,
        failing: @escaping @MainActor @Sendable (NSError) -> Void
    ) {
        Task {
            do {
                let tell = try await operation()
                await tell()
            } catch {
                await failing(SimpleLoginError.make(error))
            }
        }
    }
}
