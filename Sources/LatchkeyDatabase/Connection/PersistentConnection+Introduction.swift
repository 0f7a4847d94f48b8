import LatchkeyTree
import LatchkeyWire

/// Somebody wants to know what the server sees of who is signed in.
struct IntroductionWaiter: Sendable {
    let uid: String
    let askedAt: Duration
    let completion: @Sendable (Result<JSONValue, ServerFailure>) -> Void
}

extension PersistentConnection {
    /// How long a question waits for the server.
    private static let introductionPatience = Duration.seconds(30)
    /// How long it waits where the server cannot be reached at all: for a second try, and a third.
    private static let unreachablePatience = Duration.seconds(3)

    /// What the server said about who is signed in when it believed their token. Called once.
    nonisolated func introduction(_ completion: @escaping @Sendable (Result<JSONValue, ServerFailure>) -> Void) {
        enqueue { connection in
            guard let person = connection.parts.credential.current() else {
                return completion(.failure(.nobodySignedIn))
            }
            if let line = connection.line, let known = line.introduction, known.token == line.token, line.uid == person.uid {
                return completion(.success(known.data))
            }
            let number = connection.nextNumber()
            connection.introductionWaiters[number] = IntroductionWaiter(
                uid: person.uid, askedAt: connection.parts.time.uptime(), completion: completion)
            _ = connection.after(Self.introductionPatience) { connection in
                let failure = connection.unreachable("It does not say whom it believes.")
                connection.introductionWaiters.removeValue(forKey: number)?.completion(.failure(failure))
            }
        }
    }

    /// A try has failed before the server said anything: whoever has waited for others too need not wait for more.
    func noteFailedTry() {
        let latest = parts.time.uptime() - Self.unreachablePatience
        finishIntroductions(.failure(unreachable("It closes the connection."))) { $0.askedAt <= latest }
    }

    private func unreachable(_ otherwise: String) -> ServerFailure {
        let name = (try? address.get())?.url ?? "of this app"
        return ServerFailure(status: "unavailable", text: "The database \(name) cannot be reached. \(problem ?? otherwise)")
    }

    /// The server believed a token of somebody.
    func noteIntroduction(_ token: String, _ data: JSONValue) {
        guard line?.token == token, let uid = line?.uid else { return }
        line?.introduction = (token, data)
        finishIntroductions(.success(data)) { $0.uid == uid }
    }

    /// Ends the waiting of some.
    func finishIntroductions(_ result: Result<JSONValue, ServerFailure>, where isMeant: (IntroductionWaiter) -> Bool) {
        let finished = introductionWaiters.filter { isMeant($0.value) }.sorted { $0.key < $1.key }
        for (number, waiter) in finished {
            introductionWaiters[number] = nil
            waiter.completion(result)
        }
    }

    /// Ends the waiting for those who are not signed in any more.
    func finishIntroductionsOfStrangers() {
        let uid = parts.credential.current()?.uid
        finishIntroductions(.failure(.nobodySignedIn)) { $0.uid != uid }
    }
}

extension ServerFailure {
    fileprivate static let nobodySignedIn = ServerFailure(status: "signed_out", text: "Nobody is signed in, or somebody else by now.")
}
