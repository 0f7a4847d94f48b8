/// A write is done as whoever made it, or not at all.
extension PersistentConnection {
    /// Who is signed in, as far as it matters to what is not sent yet.
    struct Presence: Equatable {
        let uid: String?
        let isOpen: Bool
        let line: Int?
    }

    private var presence: Presence {
        let isOpen = phase == .open
        return Presence(uid: isOpen ? line?.uid : parts.credential.current()?.uid, isOpen: isOpen, line: line?.number)
    }

    /// The same after something new: as long as nobody came or went, only that can be a stranger's. Many thousand others may wait.
    func dropStrangers(adding owner: WriteOwner) {
        let now = presence
        if now != checkedPresence || isStranger(owner, to: now.uid) { dropStrangers() }
    }

    /// Gives up what was made by somebody who is not signed in any more. What is on its way over this line has its answer coming.
    func dropStrangers() {
        let now = presence
        let uid = now.uid
        checkedPresence = now
        let strangeWrites = writes.filter { $0.value.sentOn.isNotOf(line) && isStranger($0.value.owner, to: uid) }
        let strangeRequests = onDisconnects.filter { $0.value.sentOn.isNotOf(line) && isStranger($0.value.owner, to: uid) }
        for number in strangeWrites.keys { writes[number] = nil }
        for number in strangeRequests.keys { onDisconnects[number] = nil }
        for (_, write) in strangeWrites.sorted(by: { $0.key < $1.key }) { write.completion(.failed(.signedOut)) }
        for (_, request) in strangeRequests.sorted(by: { $0.key < $1.key }) { request.completion(.failed(.signedOut)) }
    }

    private func isStranger(_ owner: WriteOwner, to uid: String?) -> Bool {
        // What nobody wrote goes out at the beginning of a line, before the server is told who is signed in.
        if owner.uid == nil { return phase == .open && uid != nil }
        // Who wrote it in an earlier run may still sign in.
        if uid == nil { return !owner.isOfEarlierRun }
        return owner.uid != uid
    }

    /// What the server would hang up on is not even kept: it would end every line from then on.
    static func problem(of message: ClientMessage.Body, by owner: WriteOwner) -> ServerFailure? {
        let maxBytes = owner.uid == nil ? ClientMessage.maxBytesOfNobody : ClientMessage.maxBytes
        // With the longest number that a request can have.
        let bytes = message.numbered(.max).count
        return bytes <= maxBytes ? nil : .tooLarge(bytes: bytes, maxBytes: maxBytes)
    }

    /// How often a line may break right after the same write was sent.
    static let maxBrokenLines = 8
    private static let breaksSoon = Duration.seconds(10)

    /// A line broke. The server answers in order, so that the first write without an answer is the one that it may have broken at.
    func blameFirstUnanswered() {
        guard let line, line.isRestored else { return }
        let now = parts.time.uptime()
        if let number = writes.keys.filter({ writes[$0]?.sentOn == line.number }).min(), var write = writes[number] {
            guard now - write.sentAt <= Self.breaksSoon else { return }
            write.brokenLines += 1
            writes[number] = write.brokenLines < Self.maxBrokenLines ? write : nil
            if writes[number] == nil { giveUp(write.completion) }
        } else if let number = onDisconnects.keys.filter({ onDisconnects[$0]?.sentOn == line.number }).min(),
            var request = onDisconnects[number]
        {
            guard now - request.sentAt <= Self.breaksSoon else { return }
            request.brokenLines += 1
            onDisconnects[number] = request.brokenLines < Self.maxBrokenLines ? request : nil
            if onDisconnects[number] == nil { giveUp(request.completion) }
        }
    }

    private func giveUp(_ completion: AnswerHandler) {
        parts.warn(ServerFailure.endsConnections.text)
        completion(.failed(.endsConnections))
    }
}

extension Int? {
    fileprivate func isNotOf(_ line: PersistentConnection.Line?) -> Bool { self == nil || self != line?.number }
}
