import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/templates/KIND?lang=LANGUAGE`: one kind of message in one language, and how it looks in every other.
struct TemplatePage: Sendable {
    let console: Console
    let words: any MessageWording
    let now: WallClock

    static let route = "/console/projects/:project/templates/:kind"

    /// Of the text in another language than the page's.
    private static let shownCharacters = 2000

    /// A template that somebody looks at.
    struct Place: Sendable {
        let visitor: ConsoleVisitor
        let project: Project
        let kind: OutboxMessage.Kind
        let language: String
        /// What holds now.
        let template: MessageTemplate
        /// Whether it is the project's own.
        let isOwn: Bool
        let sender: MessageSender

        var here: String { ConsoleSection.templates.path(in: project.id) + "/" + kind.rawValue }
    }

    /// What happened to what somebody wrote.
    struct News {
        var status = HTTPResponse.Status.ok
        var message: String?
        var done: String?
        /// What is saved, for who saw other words.
        var saved: FilledMessage?
    }

    private struct Content {
        let frame: ConsoleFrame
        let list: String
        let here: String
        let csrf: String
        let name: String
        let occasion: String
        let language: String
        let languageName: String
        let languages: [Language]
        let message: String?
        let done: String?
        let isOwn: Bool
        let isEditor: Bool
        let isTextMessage: Bool
        let form: TemplateForm
        let names: [String]
        let sectionExample = "{{#displayName}}…{{/displayName}}"
        let sender: String
        let problem: String?
        let filled: FilledMessage?
        let saved: FilledMessage?
    }

    private struct Language {
        let tag: String
        let name: String
        let href: String
        let current: Bool
        let isOwn: Bool
        let subject: String
        let text: String
        /// Whether there is more text than is shown.
        let isCut: Bool
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let place = try await place(request, context, language: request.uri.queryParameters["lang"].map { String($0) })
            let done = request.uri.queryParameters["done"].flatMap { Self.done[String($0)] }
            return try await show(place, TemplateForm(place.template), News(done: done))
        }
        console.get(Self.route + "/frame", on: router) { request, context in
            let place = try await place(request, context, language: request.uri.queryParameters["lang"].map { String($0) })
            return frame(place.template, in: place.project)
        }
    }

    private static let done = [
        "saved": "Saved. Messages of this kind say so from now on.", "reset": "These are Latchkey’s words again.",
    ]

    /// - Throws: ``ConsoleRefusal``.
    func place(
        _ request: Request, _ context: ServerContext, language asked: String?, atLeast role: ConsoleRole = .viewer
    ) async throws -> Place {
        let visitor = try await console.door.visitor(request, atLeast: role)
        let project = try await console.project(context)
        let kind = OutboxMessage.Kind(rawValue: context.parameters.get("kind") ?? "")
        guard words.kinds.contains(kind) else { throw ConsoleRefusal.notFound("There is no such kind of message.") }
        guard let language = words.tag(asked.unlessEmpty ?? "en") else {
            throw ConsoleRefusal.notFound("There is no such language. One is written as in “de” or “pt-br”.")
        }
        let (own, settings) = try await console.store.read { view in
            (try view.messageTemplate(kind, in: language, of: project.id), try view.messageSettings(of: project.id))
        }
        guard let template = own ?? words.standard(kind, in: language, of: project.id, at: now()) else {
            throw ConsoleRefusal.notFound("There are no words for messages of this kind.")
        }
        return Place(
            visitor: visitor, project: project, kind: kind, language: language, template: template, isOwn: own != nil,
            sender: settings?.sender ?? MessageSender())
    }

    func show(_ place: Place, _ form: TemplateForm, _ news: News) async throws -> Response {
        let shown = Result { try words.filled(form.applied(to: place.template, at: now()), projectName: place.project.displayName) }
        var problem: String?
        do { _ = try shown.get() } catch let error as WordingProblem { problem = error.message }
        var response = try console.page(
            "console-template",
            Content(
                frame: console.frame(place.visitor, .templates, of: place.project),
                list: ConsoleSection.templates.path(in: place.project.id), here: place.here,
                csrf: console.forms.cookie.formToken(for: place.visitor.browser), name: place.kind.shownName, occasion: place.kind.occasion,
                language: place.language, languageName: ShownLanguage.name(place.language), languages: try await languages(place),
                message: news.message, done: news.done, isOwn: place.isOwn, isEditor: place.visitor.role >= .editor,
                isTextMessage: place.kind.isTextMessage, form: form, names: words.names.map { "{{\($0)}}" },
                sender: words.shownSender(place.sender), problem: problem, filled: try? shown.get(), saved: news.saved),
            status: news.status)
        response.allowFrames()
        return response
    }

    /// A message alone, for a frame; or why there is none.
    func frame(_ template: MessageTemplate, in project: Project) -> Response {
        do {
            return MessageFrame.response(try words.filled(template, projectName: project.displayName).html, leads: false)
        } catch {
            let why = PageText().escapeText((error as? WordingProblem)?.message ?? "It cannot be shown.")
            return MessageFrame.response(
                "<!doctype html><html lang=\"en\"><head><title>No message</title></head><body><p>\(why)</p></body></html>", leads: false)
        }
    }

    /// Every language that there are words in, the project's own ones included.
    private func languages(_ place: Place) async throws -> [Language] {
        let own = try await console.store.read { try $0.messageTemplates(of: place.project.id) }.filter { $0.kind == place.kind }
        let others = Set(own.map(\.language) + [place.language]).subtracting(words.languages)
        return (words.languages + others.sorted()).map { tag in
            let template = own.first { $0.language == tag } ?? words.standard(place.kind, in: tag, of: place.project.id, at: now())
            let filled = template.flatMap { try? words.plainText($0, projectName: place.project.displayName) }
            let text = filled?.text ?? ""
            let shown = text.prefix(Self.shownCharacters)
            return Language(
                tag: tag, name: ShownLanguage.name(tag), href: "\(place.here)?lang=\(tag)", current: tag == place.language,
                isOwn: own.contains { $0.language == tag }, subject: filled?.subject ?? "It cannot be filled in.",
                text: String(shown), isCut: shown.endIndex < text.endIndex)
        }
    }
}

extension MessageWording {
    /// From whom mails come, as mail programs show it.
    func shownSender(_ own: MessageSender) -> String {
        let address = own.address ?? sender ?? "the server’s address"
        return own.name.map { "\($0) <\(address)>" } ?? address
    }
}
