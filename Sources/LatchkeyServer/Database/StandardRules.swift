// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// The rules that a database begins with, as they are shown to who edits them.
enum StandardRules {
    static let closed = """
        {
          "rules": {
            "users": {
              "$uid": {
                // Who is signed in has a place of their own, and no other.
                ".read": "auth !== null && auth.uid === $uid",
                ".write": "auth !== null && auth.uid === $uid"
              }
            }
          }
        }

        """

    /// An emulator's, as in Firebase's.
    static let open = """
        {
          "rules": {
            ".read": true,
            ".write": true
          }
        }

        """
}
