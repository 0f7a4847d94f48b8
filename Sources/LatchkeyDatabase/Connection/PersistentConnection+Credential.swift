// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

extension PersistentConnection {
    /// How often a token may be refused before trying gets slow.
    private static let maxRefusedTokens = 3

    /// Says who is signed in, on a line that the server just greeted; what is outstanding follows when it is believed.
    func authenticate(_ number: Int) {
        phase = .authenticating
        let isForced = mustRefreshToken
        Task { [weak self, parts] in
            do {
                let token = try await parts.credential.token(isForced)
                await self?.introduce(token, on: number)
            } catch {
                await self?.ended(number, "There is no good token: \(error)")
            }
        }
    }

    private func introduce(_ token: String?, on number: Int) {
        guard line?.number == number, phase == .authenticating else { return }
        mustRefreshToken = false
        if let token {
            line?.token = token
            send(ClientMessage.authenticate(token), about: .authentication)
        } else {
            if line?.token != nil { disown() }
            restore()
        }
    }

    /// The server believed a token.
    func believed() {
        refusedTokens = 0
        if line?.token != nil, line?.isBelieved == false {
            line?.isBelieved = true
            receiver?.authenticationChanged(isAuthenticated: true)
        }
        guard phase == .authenticating, let number = line?.number else { return }
        // Somebody else may have signed in meanwhile, and what is outstanding would be done by the wrong one.
        parts.credential.current() == line?.token ? restore() : authenticate(number)
    }

    /// A new line with a new token. What goes on without getting better gets slow.
    func tokenRefused(_ status: String, _ text: String) {
        mustRefreshToken = true
        if status == "invalid_token" || status == "permission_denied" {
            refusedTokens += 1
            if refusedTokens >= Self.maxRefusedTokens {
                parts.warn(
                    "The server does not believe the token: \(text.prefix(1024)) The address of the database must be one of the server "
                        + "where people sign in, and its name that of their project.")
                backoff.slowDown()
            }
        }
        problem = "The server does not believe the token: \(text.prefix(1024))"
        reconnect()
    }

    /// Waits until the server was told who is signed in now.
    func settleCredential() async {
        guard phase == .open, parts.credential.current() != line?.token else { return }
        await presentToken()
    }

    /// Tells the server of a token that is not the one it knows; without a word where nothing changed.
    func presentToken() async {
        guard let number = line?.number else { return }
        let token: String?
        do {
            token = try await parts.credential.token(false)
        } catch {
            // As long as the server's own clock does not end it, the token that it knows is as good as before. Nobody's is not.
            if parts.credential.current() != line?.token, line?.number == number { ended(number, "There is no good token: \(error)") }
            return
        }
        guard line?.number == number, phase == .open, line?.token != token else { return }
        if let token {
            line?.token = token
            send(ClientMessage.authenticate(token), about: .authentication)
        } else {
            disown()
        }
    }

    /// Nobody is signed in any more.
    private func disown() {
        send(ClientMessage.unauthenticate, about: .nothing)
        line?.token = nil
        guard line?.isBelieved == true else { return }
        line?.isBelieved = false
        receiver?.authenticationChanged(isAuthenticated: false)
    }
}
