import LatchkeyTree

extension PersistentConnection {
    /// The number of rejected tokens after which retries slow down.
    private static let maxRefusedTokens = 3

    /// Authenticates a line after the server's greeting. Outstanding requests are sent when the server has accepted the token.
    func authenticate(_ number: Int) {
        phase = .authenticating
        let isForced = mustRefreshToken
        Task { [weak self, parts] in
            do {
                let token = try await parts.credential.token(isForced)
                await self?.introduce(token, on: number)
            } catch {
                await self?.ended(number, "No valid token: \(error)")
            }
        }
    }

    private func introduce(_ person: SignedIn?, on number: Int) {
        guard line?.number == number, phase == .authenticating else { return }
        mustRefreshToken = false
        if let person {
            if line?.uid == nil { restoreUnauthenticatedWrites() }
            present(person)
        } else {
            if line?.token != nil { disown() }
            restore()
        }
    }

    private func present(_ person: SignedIn) {
        line?.token = person.token
        line?.uid = person.uid
        send(ClientMessage.authenticate(person.token), about: .authentication(token: person.token))
    }

    /// Limits the time until the server has authenticated the user.
    func limitIntroduction(_ number: Int) {
        line?.deadline?.cancel()
        line?.deadline = after(Self.introductionTimeout) { connection in
            guard connection.line?.number == number, connection.phase == .authenticating else { return }
            connection.ended(number, "The server did not authenticate the user in time.")
        }
    }

    /// Handles the acceptance of a token, and the data that the server read from it.
    func believed(_ token: String, _ data: JSONValue) {
        refusedTokens = 0
        noteIntroduction(token, data)
        if line?.token == token, let uid = line?.uid, line?.believedUID != uid {
            line?.believedUID = uid
            // Also if another user was authenticated before, because the new user may read different data.
            receiver?.authenticationChanged(isAuthenticated: true)
        }
        // The response to an earlier token does not confirm the current one.
        guard phase == .authenticating, let number = line?.number, line?.token == token else { return }
        // Another user may have signed in. Outstanding requests must not be executed as the wrong user.
        parts.credential.current()?.token == token ? restore() : authenticate(number)
    }

    /// Reconnects with a new token. Repeated rejections slow down the retries.
    func tokenRefused(_ status: String, _ text: String) {
        mustRefreshToken = true
        let refused = line?.uid
        finishIntroductions(.failure(ServerFailure(status: status, text: text))) { $0.uid == refused }
        if status == "invalid_token" || status == "permission_denied" {
            refusedTokens += 1
            if refusedTokens >= Self.maxRefusedTokens {
                parts.warn(
                    "The server rejected the token: \(text.prefix(1024)) The database must be on the server where users sign in, and "
                        + "its name must be that of their project.")
                backoff.slowDown()
            }
        }
        problem = "The server rejected the token: \(text.prefix(1024))"
        reconnect()
    }

    /// Makes sure that the server has been sent the token of the signed-in user.
    func settleCredential() async {
        guard phase == .open, parts.credential.current()?.token != line?.token else { return }
        await presentToken()
    }

    /// Sends the current token to the server if it differs from the last one.
    func presentToken() async {
        guard let number = line?.number else { return }
        let person: SignedIn?
        do {
            person = try await parts.credential.token(false)
        } catch {
            // The token that the server knows is valid until the server ends it. If the user has changed, the line must end.
            if parts.credential.current()?.uid != line?.uid, line?.number == number { ended(number, "No valid token: \(error)") }
            return
        }
        guard line?.number == number, phase == .open, line?.token != person?.token else { return }
        guard let person else {
            disown()
            return dropStrangers()
        }
        // A server that rejects the token of a new user still executes requests as the previous user, so wait for its response.
        if line?.uid != person.uid {
            phase = .authenticating
            limitIntroduction(number)
        }
        present(person)
    }

    /// Signs the line out.
    private func disown() {
        send(ClientMessage.unauthenticate, about: .nothing)
        line?.token = nil
        line?.uid = nil
        guard line?.believedUID != nil else { return }
        line?.believedUID = nil
        receiver?.authenticationChanged(isAuthenticated: false)
    }
}
