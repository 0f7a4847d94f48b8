/// The tables of a store in PostgreSQL. They correspond to those in SQLite.
///
/// Texts have the collation `C`, so that they are compared and sorted by their bytes.
enum PostgresSchema {
    static let sql = [functions, projectTables, accountTables, signInTables, recordTables, databaseTables, triggers, state]
        .joined(separator: "\n")

    /// Functions of SQLite that statements call.
    private static let functions = """
        CREATE FUNCTION max(a BIGINT, b BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE
            RETURN CASE WHEN a IS NOT NULL AND b IS NOT NULL THEN greatest(a, b) END;
        CREATE FUNCTION min(a BIGINT, b BIGINT) RETURNS BIGINT LANGUAGE sql IMMUTABLE
            RETURN CASE WHEN a IS NOT NULL AND b IS NOT NULL THEN least(a, b) END;
        CREATE FUNCTION instr(text TEXT, part TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE RETURN strpos(text, part);
        """

    private static let state = """
        -- The steps of the schema.
        CREATE TABLE store_step (name TEXT COLLATE "C" PRIMARY KEY);
        -- A writer locks it, so that the transactions of all nodes run one after the other.
        CREATE TABLE store_writer ();
        -- The token of the last commit of each process, from which it learns whether a commit without a response took effect.
        CREATE TABLE store_commit (node BYTEA PRIMARY KEY, token BYTEA NOT NULL);
        -- The revision of the configuration grows with each transaction that changed it.
        CREATE TABLE store_revision (
            one BIGINT PRIMARY KEY CHECK (one = 1),
            configuration BIGINT NOT NULL
        );
        INSERT INTO store_revision (one, configuration) VALUES (1, 0);

        -- The claim of the server that has opened the store exclusively.
        CREATE TABLE store_owner (
            one BIGINT PRIMARY KEY CHECK (one = 1),
            claim BYTEA NOT NULL
        );
        INSERT INTO store_owner (one, claim) VALUES (1, '');
        INSERT INTO event_chain (one, begin, anchor, head) VALUES (1, 0, 0, 0);
        """
}
