import LatchkeyTree
import LatchkeyWire

/// A caller that waits for the server's view of the signed-in user.
struct IntroductionWaiter: Sendable {
    let uid: String
    let requestedAt: Duration
    let completion: @Sendable (Result<JSONValue, ServerFailure>) -> Void
}

extension PersistentConnection {
    /// The timeout for a waiting caller.
    private static let introductionPatience = Duration.seconds(30)
    /// The timeout if the server cannot be reached, which allows for a second and a third attempt.
    private static let unreachablePatience = Duration.seconds(3)

    /// Calls back once with the data that the server returned when it accepted the user's token.
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
                uid: person.uid, requestedAt: connection.parts.time.uptime(), completion: completion)
            _ = connection.after(Self.introductionPatience) { connection in
                let failure = connection.unreachable("It did not authenticate the user.")
                connection.introductionWaiters.removeValue(forKey: number)?.completion(.failure(failure))
            }
        }
    }

    /// Handles a connection attempt that failed before the server's greeting. Callers that have also waited for other attempts fail.
    func noteFailedTry() {
        let latest = parts.time.uptime() - Self.unreachablePatience
        finishIntroductions(.failure(unreachable("It closed the connection."))) { $0.requestedAt <= latest }
    }

    private func unreachable(_ otherwise: String) -> ServerFailure {
        let name = (try? address.get())?.url ?? "of this app"
        return ServerFailure(status: "unavailable", text: "The database \(name) cannot be reached. \(problem ?? otherwise)")
    }

    /// Records that the server accepted a token.
    func noteIntroduction(_ token: String, _ data: JSONValue) {
        guard line?.token == token, let uid = line?.uid else { return }
        line?.introduction = (token, data)
        finishIntroductions(.success(data)) { $0.uid == uid }
    }

    /// Calls back the matching callers.
    func finishIntroductions(_ result: Result<JSONValue, ServerFailure>, where isMeant: (IntroductionWaiter) -> Bool) {
        let finished = introductionWaiters.filter { isMeant($0.value) }.sorted { $0.key < $1.key }
        for (number, waiter) in finished {
            introductionWaiters[number] = nil
            waiter.completion(result)
        }
    }

    /// Fails the callers of users that are no longer signed in.
    func finishIntroductionsOfStrangers() {
        let uid = parts.credential.current()?.uid
        finishIntroductions(.failure(.nobodySignedIn)) { $0.uid != uid }
    }
}

extension ServerFailure {
    fileprivate static let nobodySignedIn = ServerFailure(status: "signed_out", text: "No user is signed in, or the user has changed.")
}
