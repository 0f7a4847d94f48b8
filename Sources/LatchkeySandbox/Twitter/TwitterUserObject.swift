/// A user object of API 1.1.
struct TwitterUserObject: Sendable {
    let account: SandboxTwitterAccount
    let name: String
    /// The scheme and host of the picture URLs.
    let base: String
    var includesEntities = true
    var includesStatus = true
    /// The address; the outer `nil` omits the member, the inner one is `null`.
    var email: String??

    init(_ account: SandboxTwitterAccount, name: String, base: String) {
        self.account = account
        self.name = name
        self.base = base
    }

    var json: JSON {
        var members = profile
        members.merge(decoration) { $1 }
        if let email { members["email"] = JSON(email) }
        if includesEntities { members["entities"] = ["description": ["urls": []]] }
        if includesStatus, !account.isProtected { members["status"] = status }
        return .object(members)
    }

    private var profile: [String: JSON] {
        [
            "id": .integer(account.id),
            "id_str": JSON(String(account.id)),
            "name": JSON(name),
            "screen_name": JSON(account.screenName),
            "location": JSON(account.location),
            "description": JSON(account.about),
            "url": nil,
            "protected": .bool(account.isProtected),
            "verified": .bool(account.isVerified),
            "followers_count": 12, "friends_count": 7, "listed_count": 0, "favourites_count": 3, "statuses_count": 1,
            "created_at": JSON(account.createdAt.twitterDate),
            "utc_offset": nil, "time_zone": nil, "geo_enabled": false, "lang": nil,
            "contributors_enabled": false, "is_translator": false, "is_translation_enabled": false,
            "following": false, "follow_request_sent": false, "notifications": false, "translator_type": "none",
            "withheld_in_countries": [], "suspended": false, "needs_phone_verification": false,
        ]
    }

    private var decoration: [String: JSON] {
        let picture = JSON("\(base)/sandbox/avatars/\(account.id)_normal.svg")
        return [
            "profile_image_url": picture, "profile_image_url_https": picture,
            "profile_background_color": "F5F8FA", "profile_background_image_url": nil,
            "profile_background_image_url_https": nil, "profile_background_tile": false,
            "profile_link_color": "1D5FA8", "profile_sidebar_border_color": "C0DEED", "profile_sidebar_fill_color": "DDEEF6",
            "profile_text_color": "333333", "profile_use_background_image": true, "has_extended_profile": false,
            "default_profile": true, "default_profile_image": false,
        ]
    }

    private var status: JSON {
        var members: [String: JSON] = [
            "created_at": JSON(account.createdAt.twitterDate), "id": 20, "id_str": "20",
            "text": "A first note from the sandbox.", "truncated": false, "source": "", "lang": "en",
            "retweet_count": 0, "favorite_count": 0, "favorited": false, "retweeted": false, "is_quote_status": false,
            "in_reply_to_status_id": nil, "in_reply_to_status_id_str": nil, "in_reply_to_user_id": nil,
            "in_reply_to_user_id_str": nil, "in_reply_to_screen_name": nil, "geo": nil, "coordinates": nil, "place": nil,
            "contributors": nil,
        ]
        if includesEntities { members["entities"] = ["hashtags": [], "symbols": [], "user_mentions": [], "urls": []] }
        return .object(members)
    }
}
