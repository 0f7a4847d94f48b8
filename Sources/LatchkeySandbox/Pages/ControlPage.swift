import HTTPTypes
import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// The sandbox's start page: lists people and faults. Requests from this machine can add people and enable faults.
struct ControlPage: Sendable {
    private static let path = "/"
    /// The subject that the hidden field of the page's forms is bound to.
    private static let subject = "control"

    let state: SandboxState
    let pages: Pages

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("/") { request, context in
            let mayChange = ControlGate.refusal(of: request, context: context) == nil
            return try show(try await ReceivedRequest(request, context: context), mayChange: mayChange)
        }
    }

    /// Adds the routes for the page's forms.
    ///
    /// - Parameter control: Routes under `/sandbox`, behind ``ControlGate``.
    func addForms(to control: some RouterMethods<SandboxContext>) {
        control.post("page/people") { request, context in
            try await change(request, context) { form in
                _ = try state.addPerson(
                    NewSandboxPerson(
                        name: form["name"] ?? "", email: form.filled("email"), emailVerified: form["verified"] == "yes"))
            }
        }
        control.post("page/faults") { request, context in
            try await change(request, context) { form in try state.switchOn(try Self.fault(form)) }
        }
        control.post("page/faults/clear") { request, context in
            try await change(request, context) { _ in state.clearFaults() }
        }
    }

    private static func fault(_ form: FormParameters) throws -> SandboxFault {
        let provider = form.filled("provider")
        let times = form.filled("times")
        guard provider == nil || provider.flatMap(SandboxProvider.init(rawValue:)) != nil else {
            throw SandboxError(.invalidValue, "There is no such provider.")
        }
        guard times == nil || times.flatMap(Int.init) != nil else { throw SandboxError(.invalidValue, "Use a whole number of requests.") }
        return SandboxFault(
            .init(rawValue: form["kind"] ?? ""), provider: provider.flatMap(SandboxProvider.init(rawValue:)), person: form.filled("person"),
            path: form.filled("path"), times: times.flatMap(Int.init))
    }

    private func change(_ request: Request, _ context: SandboxContext, _ body: (FormParameters) throws -> Void) async throws -> Response {
        let request = try await ReceivedRequest(request, context: context)
        let form = (try? request.form()) ?? [:]
        do {
            guard Browser(request, state: state).isValid(csrf: form["csrf"] ?? "", for: Self.subject) else {
                throw SandboxError(.invalidAuthorization, "The form does not belong to this browser. Please submit it again.")
            }
            try body(form)
            return Response(status: .seeOther, headers: [.location: Self.path])
        } catch let error as SandboxError {
            return try show(request, mayChange: true, problem: error.detail)
        }
    }

    private func show(_ request: ReceivedRequest, mayChange: Bool, problem: String? = nil) throws -> Response {
        let browser = Browser(request, state: state)
        let people = state.people()
        let view = ControlView(
            title: "The sandbox is running", address: request.address.description,
            issuer: SandboxApp.openIDIssuer(at: request.address.description), problem: problem, mayChange: mayChange,
            csrf: browser.csrf(for: Self.subject), people: people.suffix(ConsentPage.maxChoices).map(ControlView.Person.init),
            hidden: people.count > ConsentPage.maxChoices ? people.count - ConsentPage.maxChoices : nil,
            apps: mayChange
                ? state.apps().prefix(ConsentPage.maxChoices).map {
                    .init(provider: $0.provider.displayName, name: $0.name, key: $0.key, secret: $0.secret.expose())
                } : [],
            faults: state.faults().map { .init(meaning: $0.kind.meaning, kind: $0.kind.rawValue, occasion: $0.occasion) },
            kinds: SandboxFault.Kind.known.map { .init(value: $0.rawValue, name: $0.meaning) },
            providers: SandboxProvider.allCases.map { .init(value: $0.rawValue, name: $0.displayName) })
        return try pages.control(view, status: problem == nil ? .ok : .badRequest, browser: browser)
    }
}

/// The contents of ``ControlPage``.
struct ControlView: Sendable {
    struct Person: Sendable {
        let key: String
        let name: String
        let twitter: String
        let github: String
        let openID: String

        init(_ person: SandboxPerson) {
            key = person.key
            name = person.name
            twitter = person.handle(at: .twitter) ?? ""
            github = person.handle(at: .github) ?? ""
            openID = person.handle(at: .openID) ?? ""
        }
    }

    /// An application's settings for a server.
    struct App: Sendable {
        let provider: String
        let name: String
        let key: String
        let secret: String
    }

    struct Fault: Sendable {
        let meaning: String
        let kind: String
        let occasion: String
    }

    struct Choice: Sendable {
        let value: String
        let name: String
    }

    let title: String
    let address: String
    let issuer: String
    let problem: String?
    /// Whether the request comes from this machine.
    let mayChange: Bool
    let csrf: String
    let people: [Person]
    /// The number of people that are not shown; `nil` if all are shown.
    let hidden: Int?
    let apps: [App]
    let faults: [Fault]
    let kinds: [Choice]
    let providers: [Choice]
}
