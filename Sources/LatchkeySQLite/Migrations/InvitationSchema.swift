/// Invitations of administrators. The one for the first administrator has no address and no inviter.
enum InvitationSchema {
    static let sql = """
        CREATE TABLE administrator_invitation (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            email TEXT UNIQUE CHECK (email = lower(email) AND instr(email, '@') > 1 AND length(CAST(email AS BLOB)) <= 254),
            role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
            inviter TEXT CHECK (length(CAST(inviter AS BLOB)) BETWEEN 1 AND 512),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            CHECK ((email IS NULL) = (inviter IS NULL))
        ) STRICT;
        CREATE INDEX administrator_invitation_by_end ON administrator_invitation (expires_at, id);
        """
}
