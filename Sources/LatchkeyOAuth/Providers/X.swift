extension OAuth2Description {
    /// X with OAuth 2.0 and PKCE; users have the same IDs as with ``Twitter``.
    ///
    /// Codes expire after 30 seconds at X. X does not tell for which application a token was issued.
    public static let x = OAuth2Description(
        name: "X", webBase: "https://x.com", apiBase: "https://api.x.com", authorizePath: "/i/oauth2/authorize",
        tokenEndpoint: .api("/2/oauth2/token"), authentication: .basic,
        // `/2/users/me` and the email address require these. Without `tweet.read`, X does not even return the user's name.
        scopes: ["users.read", "tweet.read", "users.email"],
        refusesIssuer: true, errorNumbers: .twitter,
        user: UserRequest("/2/users/me?user.fields=id,name,username,confirmed_email,profile_image_url,url,created_at,verified") {
            try TwitterUser.profile(ofUsersMe: $0)
        })
}
