/// A user object of the REST API.
struct GitHubUserObject: Sendable {
    let account: SandboxGitHubAccount
    let name: String
    /// The scheme and host of all URLs in the object.
    let base: String
    /// Whether to include the members that are only visible to the user.
    var includesPrivateParts = false

    init(_ account: SandboxGitHubAccount, name: String, base: String) {
        self.account = account
        self.name = name
        self.base = base
    }

    /// The short form, which is embedded in other objects.
    var simple: [String: JSON] {
        let api = "\(base)/users/\(account.login)"
        var members: [String: JSON] = [
            "login": JSON(account.login),
            "id": .integer(account.id),
            "node_id": JSON("U_sandbox\(account.id)"),
            "avatar_url": JSON("\(base)/sandbox/avatars/\(account.id).svg"),
            "gravatar_id": "",
            "url": JSON(api),
            "html_url": JSON("\(base)/\(account.login)"),
            "type": "User", "user_view_type": "public", "site_admin": false,
        ]
        for (member, path) in Self.links { members[member] = JSON("\(api)/\(path)") }
        return members
    }

    var json: JSON {
        var members = simple
        members.merge([
            "name": JSON(account.showsName ? name : nil),
            "company": nil, "blog": "", "location": JSON(account.location), "email": JSON(account.publicEmail),
            "hireable": nil, "bio": JSON(account.bio), "twitter_username": nil, "notification_email": JSON(account.publicEmail),
            "public_repos": 2, "public_gists": 0, "followers": 1, "following": 0,
            "created_at": JSON(account.createdAt.gitHubDate), "updated_at": JSON(account.createdAt.gitHubDate),
        ]) { $1 }
        guard includesPrivateParts else { return .object(members) }
        members.merge([
            "user_view_type": "private", "private_gists": 0, "total_private_repos": 0, "owned_private_repos": 0,
            "disk_usage": 0, "collaborators": 0, "two_factor_authentication": true,
            "plan": ["name": "free", "space": 976_562_499, "private_repos": 10_000, "collaborators": 0],
        ]) { $1 }
        return .object(members)
    }

    private static let links = [
        ("followers_url", "followers"), ("following_url", "following{/other_user}"), ("gists_url", "gists{/gist_id}"),
        ("starred_url", "starred{/owner}{/repo}"), ("subscriptions_url", "subscriptions"), ("organizations_url", "orgs"),
        ("repos_url", "repos"), ("events_url", "events{/privacy}"), ("received_events_url", "received_events"),
    ]
}
