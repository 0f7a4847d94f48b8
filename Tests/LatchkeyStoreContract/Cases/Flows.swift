import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let flows: [Case] = [
        Case("a flow reads back with every field, as often as one looks, and is taken once") { store in
            try await store.begin()
            let flow = SignInFlow.sample(in: .tenant, browser: Fingerprint(of: "cookie"))
            try await store.once { try $0.insert(flow) }
            for _ in 0..<2 { try expect(try await store.read { try $0.flow(flow.id) }, is: flow) }
            try expect(try await store.write { try $0.takeFlow(flow.id, browser: flow.browser, at: start) }, is: flow)
            try expect(try await store.write { try $0.takeFlow(flow.id, browser: flow.browser, at: start) }, is: nil)
            try expect(try await store.read { try $0.flow(flow.id) }, is: nil)
        },
        Case("of fifty concurrent takes of one flow, one succeeds") { store in
            try await store.begin()
            try await store.once { try $0.insert(SignInFlow.sample()) }
            let taken = try await concurrently(50) { _ in
                try await store.write { try $0.takeFlow(Fingerprint(of: "flow"), browser: nil, at: start) }
            }
            try expect(taken.count { $0 != nil }, is: 1)
        },
        Case("a flow that a browser began is taken by that browser only, and a stranger does not use it up") { store in
            try await store.begin()
            let flow = SignInFlow.sample(browser: Fingerprint(of: "cookie"))
            try await store.once { try $0.insert(flow) }
            for stranger in [nil, Fingerprint(of: "another cookie"), Fingerprint(bytes: Array(repeating: 0, count: 32))] {
                try expect(try await store.write { try $0.takeFlow(flow.id, browser: stranger, at: start) }, is: nil)
            }
            try expect(try await store.write { try $0.takeFlow(flow.id, browser: flow.browser, at: start) }, is: flow)
        },
        Case("a flow that no browser began is taken by any") { store in
            try await store.begin()
            for browser in [nil, Fingerprint(of: "cookie")] {
                try await store.once { try $0.insert(SignInFlow.sample()) }
                try expectSome(try await store.write { try $0.takeFlow(Fingerprint(of: "flow"), browser: browser, at: start) })
            }
        },
        Case("a flow ends after it began, in a project that exists, under an id of its own") { store in
            try await store.begin()
            for end in [start, start.later(-1)] {
                try await expectConflict(.other) { try await store.once { try $0.insert(SignInFlow.sample(expiresAt: end)) } }
            }
            try await expectConflict(.project) {
                try await store.once { try $0.insert(SignInFlow.sample(in: Realm(project: "missing"))) }
            }
            try await store.once { try $0.insert(SignInFlow.sample()) }
            try await expectConflict(.other) { try await store.once { try $0.insert(SignInFlow.sample(in: .neighbour)) } }
        },
    ]

    static let results: [Case] = [
        Case("a flow's result is taken once, with every field") { store in
            try await store.begin()
            let result = FlowResult.sample(in: .tenant)
            try await store.once { try $0.insert(result) }
            let takes = try await concurrently(50) { _ in
                try await store.write { try $0.takeResult(result.id, session: result.session, in: .tenant, at: start) }
            }
            try expect(takes.compactMap { $0 }, is: [result])
        },
        Case("a result can be taken only with its session, in its realm, and other attempts do not use it up") { store in
            try await store.begin()
            let result = FlowResult.sample(in: .tenant)
            try await store.once { try $0.insert(result) }
            try await store.write { transaction in
                let wrong = Fingerprint(of: "wrong")
                try expect(try transaction.takeResult(result.id, session: wrong, in: .tenant, at: start), is: nil)
                try expect(try transaction.takeResult(wrong, session: result.session, in: .tenant, at: start), is: nil)
                try expect(try transaction.takeResult(result.id, session: result.session, in: .sample, at: start), is: nil)
                try expect(try transaction.takeResult(result.id, session: result.session, in: .neighbour, at: start), is: nil)
                try expect(try transaction.takeResult(result.id, session: result.session, in: .tenant, at: start), is: result)
            }
        },
        Case("a result belongs to a project that exists, under an id of its own") { store in
            try await store.begin()
            try await expectConflict(.project) {
                try await store.once { try $0.insert(FlowResult.sample(in: Realm(project: "missing"))) }
            }
            try await store.once { try $0.insert(FlowResult.sample()) }
            try await expectConflict(.other) { try await store.once { try $0.insert(FlowResult.sample(in: .neighbour)) } }
        },
    ]

    static let pendingCredentials: [Case] = [
        Case("a pending credential reads back with every field, and is taken once") { store in
            try await store.begin(with: .sample("ada", in: .tenant))
            for pending in [PendingCredential.sample("a", of: "ada", in: .tenant), .sample("b", in: .tenant)] {
                try await store.once { try $0.insert(pending) }
                for _ in 0..<2 { try expect(try await store.read { try $0.pendingCredential(pending.id) }, is: pending) }
                let takes = try await concurrently(50) { _ in
                    try await store.write { try $0.takePendingCredential(pending.id, in: .tenant, at: start) }
                }
                try expect(takes.compactMap { $0 }, is: [pending])
                try expect(try await store.read { try $0.pendingCredential(pending.id) }, is: nil)
            }
        },
        Case("a transaction that fails gives the pending credential back, so that a mistyped password does not lose it") { store in
            try await store.begin()
            let pending = PendingCredential.sample()
            try await store.once { try $0.insert(pending) }
            try? await store.write { transaction in
                _ = try transaction.takePendingCredential(pending.id, in: .sample, at: start)
                throw SignInError(.invalidPassword)
            }
            try expect(try await store.read { try $0.pendingCredential(pending.id) }, is: pending)
        },
        Case("a pending credential of another realm is not taken") { store in
            try await store.begin()
            let pending = PendingCredential.sample(in: .tenant)
            try await store.once { try $0.insert(pending) }
            for realm in [Realm.sample, .neighbour, Realm(project: Realm.neighbour.project, tenant: "tenant-1")] {
                try expect(try await store.write { try $0.takePendingCredential(pending.id, in: realm, at: start) }, is: nil)
            }
            try expectSome(try await store.write { try $0.takePendingCredential(pending.id, in: .tenant, at: start) })
        },
        Case("a pending credential waits for an account that exists, in a project that exists, under an id of its own") { store in
            try await store.begin(with: .sample("ada"))
            try await expectConflict(.account) { try await store.once { try $0.insert(PendingCredential.sample(of: "missing")) } }
            try await expectConflict(.account) {
                try await store.once { try $0.insert(PendingCredential.sample(of: "ada", in: .tenant)) }
            }
            try await expectConflict(.project) {
                try await store.once { try $0.insert(PendingCredential.sample(in: Realm(project: "missing"))) }
            }
            try await store.once { try $0.insert(PendingCredential.sample()) }
            try await expectConflict(.other) { try await store.once { try $0.insert(PendingCredential.sample(of: "ada")) } }
        },
    ]
}
