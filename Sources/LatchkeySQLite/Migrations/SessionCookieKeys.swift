/// Separates the keys of session cookies from those of ID tokens.
///
/// Before this step, one key signed both. Such a key keeps signing ID tokens. The cookies that it signed until now stay valid until they
/// expire, after fourteen days at most, so it stays a key for cookies for that long; a retired key does so until its own end, as before.
/// The next start of the server creates the first key for cookies.
enum SessionCookieKeys {
    static let sql = """
        ALTER TABLE signing_key ADD COLUMN purpose TEXT NOT NULL DEFAULT 'id-token' CHECK (purpose IN ('id-token', 'session-cookie'));
        ALTER TABLE signing_key ADD COLUMN cookies_until INTEGER;
        UPDATE signing_key
        SET cookies_until = coalesce(published_until, (CAST(strftime('%s', 'now') AS INTEGER) + 14 * 86400) * 1000);
        """
}
