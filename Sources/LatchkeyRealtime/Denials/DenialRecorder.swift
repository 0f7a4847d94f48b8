import LatchkeyRules
import LatchkeyTree

/// Records the denials of one database.
struct DenialRecorder: Sendable {
    let log: DenialLog
    let database: DatabaseID

    func read(
        _ path: TreePath, _ query: Query, _ occasion: Denial.Occasion, rules: SecurityRules, _ request: RulesRequest
    ) -> DecisionID {
        log.add(
            occasion, at: database, DenialRequest(subject: .read(path, query), rules: rules, request: request))
    }

    func write(
        _ paths: [TreePath], after: Node, _ occasion: Denial.Occasion, rules: SecurityRules, _ request: RulesRequest
    ) -> DecisionID {
        log.add(
            occasion, at: database, DenialRequest(subject: .write(paths, after: after), rules: rules, request: request))
    }
}
