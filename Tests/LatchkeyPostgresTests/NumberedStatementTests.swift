import Testing

@testable import LatchkeyPostgres

@Suite struct NumberedStatementTests {
    @Test(arguments: [
        ("SELECT 1", "SELECT 1", []),
        ("SELECT a FROM t WHERE b = :b AND c = :c_1 OR d = :b", "SELECT a FROM t WHERE b = $1 AND c = $2 OR d = $1", [":b", ":c_1"]),
        ("SELECT ':b' || :b || ':c'", "SELECT ':b' || $1 || ':c'", [":b"]),
        ("SELECT 'it''s :a', :a", "SELECT 'it''s :a', $1", [":a"]),
        ("SELECT a::text, :a::bigint", "SELECT a::text, $1::bigint", [":a"]),
        ("SELECT count + 1 FROM t WHERE a = :a AND +kind = :kind", "SELECT count + 1 FROM t WHERE a = $1 AND kind = $2", [":a", ":kind"]),
        ("SELECT 1 FROM t INDEXED BY t_by_a WHERE a = :a", "SELECT 1 FROM t  WHERE a = $1", [":a"]),
        ("SELECT 'open", "SELECT 'open", []),
        ("SELECT :", "SELECT :", []),
    ])
    func parametersAreNumbered(_ named: String, _ sql: String, _ names: [String]) {
        let statement = NumberedStatement(named)
        #expect(statement.sql == sql)
        #expect(statement.names == names)
    }
}
