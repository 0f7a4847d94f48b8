import Hummingbird
import LatchkeyOAuth

/// `GET /2/users/me`, the first call of API v2: with an OAuth 1.0a signature, or with a bearer token of X.
struct UsersMeEndpoint: Sendable {
    private static let fields: Set<String> = [
        "id", "name", "username", "created_at", "confirmed_email", "description", "location", "profile_image_url", "protected",
        "public_metrics", "url", "verified", "verified_type", "entities", "pinned_tweet_id", "withheld",
    ]
    private static let parameters: Set<String> = ["user.fields", "tweet.fields", "expansions"]

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("2/users/me") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let caller = try await UsersMeCaller(request, state: state, context: context)
            let parameters = caller.parameters
            if let unknown = parameters.first(where: { !Self.parameters.contains($0.name) }) {
                return Self.invalid(unknown.name, "The query parameter [\(unknown.name)] is not one of [\(Self.list(Self.parameters))]")
            }
            let wanted = Set((parameters["user.fields"] ?? "").split(separator: ",").map(String.init))
            if let unknown = wanted.subtracting(Self.fields).sorted().first {
                return Self.invalid(
                    "user.fields",
                    "The `user.fields` query parameter value [\(unknown)] is not one of [\(Self.list(Self.fields))]")
            }
            let user = Self.user(caller, base: request.address.description)
            let shown = user.filter { wanted.contains($0.key) || ["id", "name", "username"].contains($0.key) }
            return Response.json(["data": .object(shown)], headers: caller.headers)
        }
    }

    private static func user(_ caller: UsersMeCaller, base: String) -> [String: JSON] {
        let account = caller.account
        var members: [String: JSON] = [
            "id": JSON(String(account.id)),
            "name": JSON(caller.person.name),
            "username": JSON(account.screenName),
            "created_at": JSON(account.createdAt.twitterV2Date),
            "description": JSON(account.about),
            "profile_image_url": JSON("\(base)/sandbox/avatars/\(account.id)_normal.svg"),
            "protected": .bool(account.isProtected),
            "public_metrics": [
                "followers_count": 12, "following_count": 7, "tweet_count": 1, "listed_count": 0, "like_count": 3,
            ],
            "url": "",
            "verified": .bool(account.isVerified),
            "verified_type": JSON(account.isVerified ? "blue" : "none"),
        ]
        if !account.location.isEmpty { members["location"] = JSON(account.location) }
        // API v2 omits a missing address, instead of returning null.
        if let email = caller.email { members["confirmed_email"] = JSON(email) }
        return members
    }

    private static func list(_ names: Set<String>) -> String {
        names.sorted().joined(separator: ",")
    }

    private static func invalid(_ name: String, _ message: String) -> Response {
        .json(
            [
                "title": "Invalid Request", "detail": "One or more parameters to your request was invalid.",
                "type": "https://api.twitter.com/2/problems/invalid-request",
                "errors": [["message": JSON(HeaderText.clean(message)), "parameters": .object([HeaderText.clean(name): []])]],
            ],
            type: "application/problem+json; charset=utf-8", status: .badRequest)
    }
}
