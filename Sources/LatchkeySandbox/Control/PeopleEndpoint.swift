import Hummingbird

/// `/sandbox/people`: lists, adds and renames people.
struct PeopleEndpoint: Sendable {
    private struct Renaming: Decodable {
        let provider: SandboxProvider
        let name: String
    }

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("people") { _, _ in
            Response.json(["people": .array(state.people().map(Self.json))])
        }
        routes.post("people") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let person = try state.addPerson(request.decodeControl(NewSandboxPerson.self))
            return Response.json(Self.json(person), status: .created)
        }
        routes.post("people/:key/rename") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let input = try request.decodeControl(Renaming.self)
            return Response.json(
                Self.json(try state.rename(context.parameters.get("key") ?? "", at: input.provider, to: input.name)))
        }
    }

    static func json(_ person: SandboxPerson) -> JSON {
        let twitter = person.twitter.map { account -> JSON in
            [
                "id": JSON(String(account.id)), "screenName": JSON(account.screenName), "email": JSON(account.email),
                "emailVerified": .bool(account.isEmailVerified),
            ]
        }
        let github = person.github.map { account -> JSON in
            [
                "id": JSON(String(account.id)), "login": JSON(account.login),
                "emails": .array(
                    account.emails.map { email -> JSON in
                        [
                            "email": JSON(email.address), "primary": .bool(email.isPrimary),
                            "verified": .bool(email.isVerified),
                        ]
                    }),
            ]
        }
        let openID = person.openID.map { account -> JSON in
            ["sub": JSON(account.subject), "email": JSON(account.email), "emailVerified": .bool(account.isEmailVerified)]
        }
        return [
            "key": JSON(person.key), "name": JSON(person.name), "twitter": twitter ?? .null, "github": github ?? .null,
            "openid": openID ?? .null,
        ]
    }
}
