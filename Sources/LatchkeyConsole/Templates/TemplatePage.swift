import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/templates/KIND?lang=LANGUAGE`: one kind of message in one language, with previews in all languages.
struct TemplatePage: Sendable {
    let console: Console
    let words: any MessageWording
    let now: WallClock

    static let route = "/console/projects/:project/templates/:kind"

    /// The maximum number of characters shown of the text in each language of the overview.
    private static let shownCharacters = 2000

    /// The template that an administrator views.
    struct Place: Sendable {
        let visitor: ConsoleVisitor
        let project: Project
        let kind: OutboxMessage.Kind
        let language: String
        /// The current template.
        let template: MessageTemplate
        /// Whether the template is customized for the project.
        let isOwn: Bool
        let sender: MessageSender

        var here: String { ConsoleSection.templates.path(in: project.id) + "/" + kind.rawValue }
    }

    /// The result of a submitted form.
    struct News {
        var status = HTTPResponse.Status.ok
        var message: String?
        var done: String?
        /// The saved template, shown after a conflict.
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
        /// Whether the text is truncated.
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
        "saved": "Saved. New messages use this template.", "reset": "Reset to the default template.",
    ]

    /// - Throws: ``ConsoleRefusal``.
    func place(
        _ request: Request, _ context: ServerContext, language requested: String?, atLeast role: ConsoleRole = .viewer
    ) async throws -> Place {
        let visitor = try await console.door.visitor(request, atLeast: role)
        let project = try await console.project(context)
        let kind = OutboxMessage.Kind(rawValue: context.parameters.get("kind") ?? "")
        guard words.kinds.contains(kind) else { throw ConsoleRefusal.notFound("The message type does not exist.") }
        guard let language = words.tag(requested.unlessEmpty ?? "en") else {
            throw ConsoleRefusal.notFound("The language is invalid. Use a language tag such as “de” or “pt-br”.")
        }
        let (own, settings) = try await console.store.read { view in
            (try view.messageTemplate(kind, in: language, of: project.id), try view.messageSettings(of: project.id))
        }
        guard let template = own ?? words.standard(kind, in: language, of: project.id, at: now()) else {
            throw ConsoleRefusal.notFound("There is no template for this message type.")
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

    /// Returns a rendered message for a frame, or the reason why it cannot be rendered.
    func frame(_ template: MessageTemplate, in project: Project) -> Response {
        do {
            return MessageFrame.response(try words.filled(template, projectName: project.displayName).html, leads: false)
        } catch {
            let why = PageText().escapeText((error as? WordingProblem)?.message ?? "The preview is not available.")
            return MessageFrame.response(
                "<!doctype html><html lang=\"en\"><head><title>No message</title></head><body><p>\(why)</p></body></html>", leads: false)
        }
    }

    /// Returns all languages that have a template, including those added in the project.
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
                isOwn: own.contains { $0.language == tag }, subject: filled?.subject ?? "The preview is not available.",
                text: String(shown), isCut: shown.endIndex < text.endIndex)
        }
    }
}

extension MessageWording {
    /// Returns the sender of e-mails, as mail clients show it.
    func shownSender(_ own: MessageSender) -> String {
        let address = own.address ?? sender ?? "the server’s address"
        return own.name.map { "\($0) <\(address)>" } ?? address
    }
}
