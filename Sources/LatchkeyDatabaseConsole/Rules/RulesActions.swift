import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb

/// The actions of the rules page. Editors can save rules; every administrator can check and test them.
struct RulesActions: Sendable {
    let console: Console
    let page: RulesPage
    let authority: TokenAuthority
    let now: WallClock

    func add(to router: Router<ServerContext>) {
        console.post(RulesPage.route + "/save", on: router) { request, context in
            let (place, form) = try await read(request, context, atLeast: .editor)
            return try await save(form, at: place, for: console.door.caller(request, context).client.address)
        }
        console.post(RulesPage.route + "/check", on: router) { request, context in
            let (_, form) = try await read(request, context)
            return try await Self.check(form.text)
        }
        console.post(RulesPage.route + "/try", on: router) { request, context in
            let (place, form) = try await read(request, context)
            return try await tried(form, at: place)
        }
    }

    private func read(
        _ request: Request, _ context: ServerContext, atLeast role: ConsoleRole = .viewer
    ) async throws -> (RulesPage.Place, RulesForm) {
        // Checked before the long form is read.
        _ = try await console.door.visitor(request, atLeast: role)
        let (form, _) = try await console.forms.read(request, upTo: RulesForm.maxBytes)
        return (try await page.place(request, context, named: form["db"], atLeast: role), RulesForm(form))
    }

    private func save(_ form: RulesForm, at place: RulesPage.Place, for address: String?) async throws -> Response {
        let database = place.database
        do {
            let rules = try await RulesPage.rules(form.text)
            let former = database.rules
            guard RulesForm.mark(of: former) == form.seen else { throw RulesChanged() }
            try await page.databases.keep(
                rules, of: database, over: former, by: place.visitor.actor, from: address)
            return .seeOther(place.here + place.query + "&done=saved")
        } catch let error as DatabaseRefusal {
            return try await page.show(place, form, .init(status: error.status, message: error.message))
        } catch is RulesChanged {
            let current = database.rules
            let message =
                "Another administrator saved different rules, so your changes were not saved. They are still in the editor, above the saved rules. "
                + "Save again to overwrite them."
            return try await page.show(
                place, RulesForm(form, over: current), .init(status: .conflict, message: message, saved: current.text))
        } catch let error as RulesError {
            return try await page.show(
                place, form,
                .init(status: .badRequest, message: "These rules are invalid, so nothing was saved.", problems: error.problems))
        }
    }

    private func tried(_ form: RulesForm, at place: RulesPage.Place) async throws -> Response {
        do {
            let rules = try await RulesPage.rules(form.text)
            let (user, instant, issuer) = (form.trial.uid, now(), authority.issuer(of: place.project.id))
            let (uid, known) = try await console.store.read { view in
                let uid = try Self.uid(of: user, in: place.project, view)
                return (uid, try IDTokenClaims(of: uid, in: place.project, issuer: issuer, at: instant, view))
            }
            let trial = RulesTrial(form: form.trial, uid: uid, rules: rules, database: place.database, known: known)
            let explanation =
                try await Turns.isLarge(form.text.utf8.count + form.trial.data.utf8.count)
                ? Turns.everybody.take { try await trial.run() } : trial.run()
            return try await page.show(place, form, .init(verdict: RulesVerdict(explanation, of: rules)))
        } catch let error as RulesError {
            return try await page.show(
                place, form, .init(status: .badRequest, message: "These rules are invalid and were not tested.", problems: error.problems))
        } catch let error as RulesTrial.Unclear {
            return try await page.show(place, form, .init(status: .badRequest, message: error.message))
        }
    }

    /// Returns the UID of the user with this UID or address; the text itself, as the UID of an imagined user, if there is none.
    private static func uid(of user: String, in project: Project, _ view: any StoreReading) throws -> String {
        let realm = Realm(project: project.id)
        guard try view.account(AccountID(rawValue: user), in: realm) == nil, let email = EmailAddress(user) else { return user }
        return try view.account(withEmail: email, in: realm)?.id.rawValue ?? user
    }

    private struct Checked: Encodable {
        let problems: [RulesProblem]
        let warnings: [RulesProblem]
    }

    private static let maxWarnings = 100

    private static func check(_ text: String) async throws -> Response {
        do {
            return try .json(Checked(problems: [], warnings: Array(try await RulesPage.rules(text).warnings.prefix(maxWarnings))))
        } catch let error as RulesError {
            return try .json(Checked(problems: error.problems, warnings: []))
        }
    }
}
