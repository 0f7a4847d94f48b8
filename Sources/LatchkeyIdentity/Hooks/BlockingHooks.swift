// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// The programs of the operator that are asked before something happens in a project (Identity Platform's blocking functions).
public struct BlockingHooks: Sendable, Equatable {
    /// When a hook is asked.
    public enum Event: String, Sendable, CaseIterable {
        /// Before a newcomer's account is stored, and before an anonymous one gets its first credential.
        case beforeCreate
        /// Before a session is opened for somebody who has shown everything that they have to show.
        case beforeSignIn
    }

    /// An absolute URL: https, or http on this machine.
    public var beforeCreate: String?
    /// An absolute URL: https, or http on this machine.
    public var beforeSignIn: String?

    public init(beforeCreate: String? = nil, beforeSignIn: String? = nil) {
        self.beforeCreate = beforeCreate
        self.beforeSignIn = beforeSignIn
    }

    public subscript(event: Event) -> String? {
        get {
            switch event {
            case .beforeCreate: beforeCreate
            case .beforeSignIn: beforeSignIn
            }
        }
        set {
            switch event {
            case .beforeCreate: beforeCreate = newValue
            case .beforeSignIn: beforeSignIn = newValue
            }
        }
    }

    public static let maxURLBytes = 2048
}
