import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyWeb

/// `GET projects/{project}/decisions` and `.../decisions/{id}`: what the rules of the project's databases denied lately, and why.
/// Latchkey's own.
struct DecisionEndpoints: Sendable {
    let denials: DenialLog

    private static let maxListed = 100
    private static let standardListed = 20

    struct Page: Codable, Sendable {
        /// Newest first.
        var decisions: [DecisionInfo]
    }

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(.get, "/v1/projects/:project/decisions", of: router, query: ["pageSize"], answers: .json(Page.self)) {
            request, _, caller in
            let text = request.uri.queryParameters.get("pageSize")
            guard let count = text.map({ Int($0) }) ?? Self.standardListed, (1...Self.maxListed).contains(count) else {
                throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "pageSize is 1 to \(Self.maxListed).")
            }
            let found = denials.last(count, of: caller.caller.project.id.rawValue)
            return try .json(Page(decisions: found.map { DecisionInfo($0) }))
        }
        admin.on(.get, "/v1/projects/:project/decisions/:decision", of: router, answers: .json(DecisionInfo.self)) { _, context, caller in
            let id = DecisionID(rawValue: try context.parameters.require("decision"))
            // Of another project it is as if it were not there.
            guard let denial = denials.denial(id), denial.project == caller.caller.project.id.rawValue else { throw HTTPError(.notFound) }
            return try .json(DecisionInfo(denial))
        }
    }
}
