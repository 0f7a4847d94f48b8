import HTTPTypes
import Hummingbird
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyWeb
import LatchkeyWire

/// `GET projects/{project}/decisions` and `.../decisions/{id}`: the recent denials by the project's database rules, with reasons.
///
/// Firebase has no equivalent.
struct DecisionEndpoints: Sendable {
    let denials: any RecentDenials

    private static let maxListed = 100
    private static let standardListed = 20

    struct Page: Codable, Sendable {
        /// Newest first.
        var decisions: [DecisionInfo]
    }

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        let listing = APIWords(
            "listDecisions", .log, "Lists requests that database rules denied",
            "Lists the last 20 denied requests, or `pageSize`, at most 100, newest first, with the reasons. Firebase has no such call.",
            errors: [.invalidPageSelection])
        admin.on(.get, "/v1/projects/:project/decisions", listing, of: router, query: ["pageSize"], output: .json(Page.self)) {
            request, _, caller in
            let text = request.uri.queryParameters.get("pageSize")
            guard let count = text.map({ Int($0) }) ?? Self.standardListed, (1...Self.maxListed).contains(count) else {
                throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "pageSize must be 1 to \(Self.maxListed).")
            }
            let found = try await denials.last(count, of: caller.caller.project.id.rawValue)
            return try .json(Page(decisions: found.map { DecisionInfo($0) }))
        }
        let reading = APIWords(
            "getDecision", .log, "Returns a request that database rules denied",
            "Returns the denied request whose ID the header `x-latchkey-decision` of its response contained. Firebase has no such call.")
        admin.on(.get, "/v1/projects/:project/decisions/:decision", reading, of: router, output: .json(DecisionInfo.self)) {
            _, context, caller in
            let id = DecisionID(rawValue: try context.parameters.require("decision"))
            // A denial of another project is reported as not found.
            guard let denial = try await denials.denial(id), denial.project == caller.caller.project.id.rawValue else {
                throw HTTPError(.notFound)
            }
            return try .json(DecisionInfo(denial))
        }
    }
}
