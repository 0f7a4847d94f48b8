import LatchkeyTree

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

    private func introduce(_ person: SignedIn?, on number: Int) {
        guard line?.number == number, phase == .authenticating else { return }
        mustRefreshToken = false
        if let person {
            if line?.uid == nil { restoreWritesOfNobody() }
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

    /// Who is signed in has to be known by then.
    func limitIntroduction(_ number: Int) {
        line?.deadline?.cancel()
        line?.deadline = after(Self.introductionTimeout) { connection in
            guard connection.line?.number == number, connection.phase == .authenticating else { return }
            connection.ended(number, "It takes too long until the server knows who is signed in.")
        }
    }

    /// The server believed a token, and said what it reads in it.
    func believed(_ token: String, _ data: JSONValue) {
        refusedTokens = 0
        noteIntroduction(token, data)
        if line?.token == token, let uid = line?.uid, line?.believedUID != uid {
            line?.believedUID = uid
            // Also where another person was believed before: what they may read is something else.
            receiver?.authenticationChanged(isAuthenticated: true)
        }
        // The answer to an earlier one says nothing about the one that is on its way.
        guard phase == .authenticating, let number = line?.number, line?.token == token else { return }
        // Somebody else may have signed in meanwhile, and what is outstanding would be done by the wrong one.
        parts.credential.current()?.token == token ? restore() : authenticate(number)
    }

    /// A new line with a new token. What goes on without getting better gets slow.
    func tokenRefused(_ status: String, _ text: String) {
        mustRefreshToken = true
        let refused = line?.uid
        finishIntroductions(.failure(ServerFailure(status: status, text: text))) { $0.uid == refused }
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
        guard phase == .open, parts.credential.current()?.token != line?.token else { return }
        await presentToken()
    }

    /// Tells the server of a token that is not the one it knows; without a word where nothing changed.
    func presentToken() async {
        guard let number = line?.number else { return }
        let person: SignedIn?
        do {
            person = try await parts.credential.token(false)
        } catch {
            // As long as the server's own clock does not end it, the token that it knows is as good as before. Another person's is not.
            if parts.credential.current()?.uid != line?.uid, line?.number == number { ended(number, "There is no good token: \(error)") }
            return
        }
        guard line?.number == number, phase == .open, line?.token != person?.token else { return }
        guard let person else {
            disown()
            return dropStrangers()
        }
        // A server that refuses the token of somebody new goes on taking what comes for that of the one before: it has to answer first.
        if line?.uid != person.uid {
            phase = .authenticating
            limitIntroduction(number)
        }
        present(person)
    }

    /// Nobody is signed in any more.
    private func disown() {
        send(ClientMessage.unauthenticate, about: .nothing)
        line?.token = nil
        line?.uid = nil
        guard line?.believedUID != nil else { return }
        line?.believedUID = nil
        receiver?.authenticationChanged(isAuthenticated: false)
    }
}
