import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let projects: [Case] = [
        Case("a project reads back as it was inserted") { store in
            let project = Project(
                id: "the-project", displayName: "A \"project\"",
                settings: ProjectSettings(
                    oneAccountPerEmail: false, enumerationProtection: true, passwordSignIn: false, anonymousSignIn: true,
                    phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: false,
                    signUp: false, recentSignInSeconds: 17, signUpsPerHour: 18, smsPerDay: 19, emailLinkSignIn: true, newNetworkMails: true,
                    passwordPolicy: PasswordPolicy(
                        minimumCharacters: 9, maximumCharacters: 99, requiredKinds: [.upper, .symbol], isEnforced: true),
                    hooks: BlockingHooks(
                        beforeCreate: "https://hooks.example/create", forwarding: .init(idToken: true, refreshToken: true)),
                    legacy: LegacySettings(sessionSeconds: 86_400, reverseAuth: true, routes: true),
                    providerRequests: [ProviderRequestRule(provider: .twitter, path: "/2/users/*")]),
                authorizedDomains: ["example.org", "münchen.example"],
                passwordHashing: PasswordHashing(
                    sealedSignerKey: SealedSecret(bytes: Array(0...255)), saltSeparator: [],
                    parameters: try expectSome(ScryptParameters(rounds: 3, memoryCost: 11))),
                createdAt: start.later(1))
            try await store.once { try $0.insert(project) }
            try expect(try await store.read { try $0.project("the-project") }, is: project)
            try expect(try await store.read { try $0.project("another") }, is: nil)
        },
        Case("updating a project replaces name, settings and authorized domains, and nothing else") { store in
            try await store.begin()
            let before = Project.sample()
            var wanted = before
            wanted.displayName = "New"
            wanted.authorizedDomains = []
            wanted.settings = ProjectSettings(
                oneAccountPerEmail: false, enumerationProtection: false, passwordSignIn: false, anonymousSignIn: false,
                phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: false,
                signUp: false, recentSignInSeconds: 0, signUpsPerHour: 0, smsPerDay: 0, emailLinkSignIn: true, newNetworkMails: true,
                passwordPolicy: PasswordPolicy(
                    minimumCharacters: 30, maximumCharacters: 30, requiredKinds: [.lower, .digit], forcesUpgradeAtSignIn: true),
                hooks: BlockingHooks(beforeSignIn: "http://127.0.0.1:8000/", forwarding: .init(accessToken: true)),
                legacy: LegacySettings(sessionSeconds: 0, reverseAuth: false, routes: true), providerRequests: [])
            let received = Project(
                id: before.id, displayName: wanted.displayName, settings: wanted.settings,
                authorizedDomains: wanted.authorizedDomains,
                passwordHashing: PasswordHashing(sealedSignerKey: SealedSecret(bytes: [9])), createdAt: start.later(99))
            try await store.once { try $0.update(received) }
            try expect(try await store.read { try $0.project(.sample) }, is: wanted)
            let neighbour = try await store.read { try $0.project(Realm.neighbour.project) }
            try expect(neighbour?.displayName, is: "Other")
        },
        Case("a project's name is taken once, and only what exists is updated") { store in
            try await store.begin()
            try await expectConflict(.project) { try await store.once { try $0.insert(Project.sample()) } }
            try await expectConflict(.project) { try await store.once { try $0.update(Project.sample("missing")) } }
        },
        Case("projects come in the order of their ids, without the console's") { store in
            let ids: [ProjectID] = ["zebra", "alpha", .console, "middle"]
            try await store.write { transaction in
                for id in ids { try transaction.insert(Project.sample(id)) }
            }
            try expect(try await store.read { try $0.projects().map(\.id) }, is: ["alpha", "middle", "zebra"])
        },
        Case("API keys read back oldest first, each with its project's only") { store in
            try await store.begin()
            let young = APIKey(text: "lk_a", project: .sample, createdAt: start.later(2), revokedAt: start.later(9))
            let old = APIKey(text: "lk_b", project: .sample, createdAt: start)
            let foreign = APIKey(text: "lk_c", project: Realm.neighbour.project, createdAt: start)
            try await store.write { transaction in
                for key in [young, old, foreign] { try transaction.insert(key) }
            }
            try expect(try await store.read { try $0.apiKeys(of: .sample) }, is: [old, young])
            try expect(try await store.read { try $0.apiKey("lk_a") }, is: young)
            try expect(try await store.read { try $0.apiKey("lk_c") }, is: foreign)
            try expect(try await store.read { try $0.apiKey("lk_d") }, is: nil)
        },
        Case("an API key is revoked once, stays readable, and keeps the first date") { store in
            try await store.begin()
            try await store.once { try $0.insert(APIKey(text: "lk_a", project: .sample, createdAt: start)) }
            let revoked = try await concurrently(50) { number in
                try await store.write { try $0.revokeAPIKey("lk_a", at: start.later(1 + number)) }
            }
            try expect(revoked.count { $0 }, is: 1)
            let winner = try expectSome(revoked.firstIndex(of: true))
            try expect(try await store.read { try $0.apiKey("lk_a")?.revokedAt }, is: start.later(1 + winner))
            try expect(try await store.write { try $0.revokeAPIKey("lk_b", at: start) }, is: false)
        },
        Case("an API key is of one project, which exists") { store in
            try await store.begin()
            try await store.once { try $0.insert(APIKey(text: "lk_a", project: .sample, createdAt: start)) }
            try await expectConflict(.other) {
                try await store.once { try $0.insert(APIKey(text: "lk_a", project: Realm.neighbour.project, createdAt: start)) }
            }
            try await expectConflict(.project) {
                try await store.once { try $0.insert(APIKey(text: "lk_b", project: "missing", createdAt: start)) }
            }
        },
    ]

    static let apps: [Case] = [
        Case("apps read back oldest first, each with its project's only") { store in
            try await store.begin()
            func app(_ id: String, of project: ProjectID = .sample, age: Int) -> RegisteredApp {
                RegisteredApp(
                    id: id, project: project, platform: .ios, bundleID: "org.example.\(id)", displayName: "App \(id)",
                    createdAt: start.later(-age))
            }
            let young = app("1:1:ios:a", age: 1)
            let old = app("1:1:ios:b", age: 2)
            let foreign = app("1:1:ios:a", of: Realm.neighbour.project, age: 3)
            try await store.write { transaction in
                for app in [young, old, foreign] { try transaction.insert(app) }
            }
            try expect(try await store.read { try $0.apps(of: .sample) }, is: [old, young])
            try expect(try await store.read { try $0.apps(of: Realm.neighbour.project) }, is: [foreign])
            try await expectConflict(.other) { try await store.once { try $0.insert(young) } }
            let orphan = app("1:1:ios:c", of: "missing", age: 0)
            try await expectConflict(.project) { try await store.once { try $0.insert(orphan) } }
        },
        Case("an app is given a team, is found by it, and loses it again") { store in
            try await store.begin()
            let app = RegisteredApp(
                id: "1:1:ios:a", project: .sample, platform: .ios, bundleID: "org.example.a", displayName: "App", createdAt: start)
            let foreign = RegisteredApp(
                id: "1:1:ios:a", project: Realm.neighbour.project, platform: .ios, bundleID: "org.example.b", teamID: "ZZZZZZZZZZ",
                displayName: "Foreign", createdAt: start.later(-1))
            try await store.write { transaction in
                for app in [app, foreign] { try transaction.insert(app) }
            }
            try expect(try await store.read { try $0.appsOfTeams() }, is: [foreign])
            var changed = app
            changed.teamID = "A1B2C3D4E5"
            changed.displayName = "Renamed"
            let renamed = changed
            try await store.once { try $0.update(renamed) }
            try expect(try await store.read { try $0.appsOfTeams() }, is: [foreign, renamed])
            try expect(try await store.read { try $0.apps(of: .sample) }, is: [renamed])
            try await store.once { try $0.update(app) }
            try expect(try await store.read { try $0.appsOfTeams() }, is: [foreign])
            try expect(try await store.read { try $0.apps(of: .sample) }, is: [app])
        },
        Case("saving a provider adds it, and replaces it the second time") { store in
            try await store.begin()
            func configuration(_ provider: ProviderID, of project: ProjectID = .sample, mark: UInt8) -> ProviderConfiguration {
                ProviderConfiguration(
                    project: project, provider: provider, enabled: mark % 2 == 0, clientID: "client \(mark)",
                    sealedSecret: SealedSecret(bytes: [mark, 0]), apiOrigin: "https://api\(mark).example",
                    webOrigin: "https://web\(mark).example", scopes: ["scope:\(mark)", "\"quoted\""],
                    trustedForTakeover: mark % 3 == 0, issuer: mark % 2 == 0 ? nil : "https://issuer\(mark).example",
                    acceptedClientIDs: ["app \(mark)", "\"quoted\""], parameters: [.tenant: "tenant \(mark)", .responseType: "code"],
                    updatedAt: start.later(Int(mark)))
            }
            let twitter = configuration(.twitter, mark: 2)
            let foreign = configuration(.github, of: Realm.neighbour.project, mark: 5)
            for saved in [twitter, configuration(.github, mark: 3), configuration(.github, mark: 4), foreign] {
                try await store.once { try $0.save(saved) }
            }
            try expect(try await store.read { try $0.provider(.twitter, of: .sample) }, is: twitter)
            try expect(try await store.read { try $0.providers(of: .sample) }, is: [configuration(.github, mark: 4), twitter])
            try expect(try await store.read { try $0.providers(of: Realm.neighbour.project) }, is: [foreign])
            try expect(try await store.read { try $0.provider(.twitter, of: Realm.neighbour.project) }, is: nil)
            let orphan = configuration(.github, of: "missing", mark: 6)
            try await expectConflict(.project) { try await store.once { try $0.save(orphan) } }
        },
    ]
}
