/// The ownership of writes: a write is only executed as the user that made it.
extension PersistentConnection {
    /// The signed-in user, as far as it affects unsent writes.
    struct Presence: Equatable {
        let uid: String?
        let isOpen: Bool
        let line: Int?
    }

    private var presence: Presence {
        let isOpen = phase == .open
        return Presence(uid: isOpen ? line?.uid : parts.credential.current()?.uid, isOpen: isOpen, line: line?.number)
    }

    /// Drops writes of other users after a write was added. If the presence has not changed, only the new write can belong to another user,
    /// so the others are not checked; there may be thousands.
    func dropStrangers(adding owner: WriteOwner) {
        let now = presence
        if now != checkedPresence || isStranger(owner, to: now.uid) { dropStrangers() }
    }

    /// Fails the writes of users that are no longer signed in, except those sent over this line, to which the server will respond.
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
        // Writes made without a signed-in user are sent when a line begins, before its token.
        if owner.uid == nil { return phase == .open && uid != nil }
        // The user that made the write in an earlier run may still sign in.
        if uid == nil { return !owner.isOfEarlierRun }
        return owner.uid != uid
    }

    /// Returns an error for a message on which the server would close the connection. Such a message is not kept, because it would end
    /// every later line too.
    static func problem(of message: ClientMessage.Body, by owner: WriteOwner) -> ServerFailure? {
        let maxBytes = owner.uid == nil ? ClientMessage.maxBytesOfNobody : ClientMessage.maxBytes
        // Uses the longest number that a request can have.
        let bytes = message.numbered(.max).count
        return bytes <= maxBytes ? nil : .tooLarge(bytes: bytes, maxBytes: maxBytes)
    }

    /// The maximum number of lines that may break shortly after the same write was sent.
    static let maxBrokenLines = 8
    private static let breaksSoon = Duration.seconds(10)

    /// Counts a broken line against the first write without a response. The server responds in order, so this write may be the cause.
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

    private func giveUp(_ completion: ReplyHandler) {
        parts.warn(ServerFailure.endsConnections.text)
        completion(.failed(.endsConnections))
    }
}

extension Int? {
    fileprivate func isNotOf(_ line: PersistentConnection.Line?) -> Bool { self == nil || self != line?.number }
}
