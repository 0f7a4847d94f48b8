package import LatchkeyIdentity
package import LatchkeyWire

extension SessionInfo {
    fileprivate init(_ session: Session) {
        self.init(sessionId: session.id.rawValue)
        (createdAt, lastUsedAt, endsAt) = (session.createdAt.rfc3339, session.lastUsedAt.rfc3339, session.endsAt?.rfc3339)
        signInProvider = session.method.rawValue
        (device, address) = (DeviceName.text(of: session.client), session.client.address)
    }
}

extension ListSessionsReply {
    /// - Parameter current: The session of the request; `nil` for an administrator.
    package init(_ sessions: [Session], current: SessionID?) {
        let listed = sessions.prefix(Sessions.maxListed).map { session in
            var info = SessionInfo(session)
            info.current = current.map { $0 == session.id }
            return info
        }
        self.init(sessions: listed, sessionCount: sessions.count)
    }
}
