import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/console/projects/PROJECT/templates`: the message types, their languages and the sender.
struct TemplatesPage: Sendable {
    let console: Console
    let words: any MessageWording
    let messages: MessageAdministration

    private static let route = "/console/projects/:project/templates"

    private struct Content {
        let frame: ConsoleFrame
        let here: String
        let csrf: String
        let message: String?
        let done: String?
        let rows: [Row]
        let shownSender: String
        let sender: SenderForm
        let serversSender: String
        let languages: [Choice]
        let isOwner: Bool
    }

    private struct Row {
        let href: String
        let name: String
        let occasion: String
        let cells: [Cell]
    }

    private struct Cell {
        let tag: String
        let name: String
        let href: String
        let isOwn: Bool
    }

    private struct Choice {
        let tag: String
        let name: String
        let chosen: Bool
    }

    /// The sender form. Empty fields stand for the defaults of the server.
    private struct SenderForm {
        let name: String
        let address: String
        let replyTo: String
        let language: String
        /// The mark of the settings when the form was rendered. A different mark on submission means that they were changed concurrently.
        let seen: String

        init(_ settings: MessageSettings?) {
            name = settings?.sender.name ?? ""
            address = settings?.sender.address ?? ""
            replyTo = settings?.sender.replyTo ?? ""
            language = settings?.language ?? "en"
            seen = Self.mark(of: settings)
        }

        init(_ form: QueryParameters) {
            name = form["name"] ?? ""
            address = form["address"] ?? ""
            replyTo = form["replyTo"] ?? ""
            language = form["language"] ?? ""
            seen = form["seen"] ?? ""
        }

        /// Creates a form with the same input and the mark of the current settings, so that the user can choose to overwrite them.
        init(_ former: SenderForm, over settings: MessageSettings?) {
            (name, address, replyTo, language) = (former.name, former.address, former.replyTo, former.language)
            seen = Self.mark(of: settings)
        }

        static func mark(of settings: MessageSettings?) -> String {
            let sender = settings?.sender ?? MessageSender()
            let parts = [sender.name ?? "", sender.address ?? "", sender.replyTo ?? "", settings?.language ?? ""]
            return Fingerprint(of: parts.joined(separator: "\u{1f}")).hex
        }

        var sender: MessageSender {
            MessageSender(
                name: name.isEmpty ? nil : name, address: address.isEmpty ? nil : address, replyTo: replyTo.isEmpty ? nil : replyTo)
        }
    }

    /// The sender has changed since the form was rendered.
    private struct ChangedMeanwhile: Error {}

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done = request.uri.queryParameters["done"] == "saved" ? "Saved." : nil
            return try await show(visitor, try await console.project(context), done: done)
        }
        console.form(Self.route, by: .owner, on: router) { input in try await save(input) }
    }

    private func save(_ input: ConsoleRequest) async throws -> Response {
        let draft = SenderForm(input.form)
        do {
            try words.check(draft.sender)
            guard let language = words.tag(draft.language) else { throw WordingProblem("Enter a language tag such as “de” or “pt-br”.") }
            try await messages.changeSender(of: input.project.id, by: input.author) { present, settings in
                guard SenderForm.mark(of: present) == draft.seen else { throw ChangedMeanwhile() }
                settings.sender = draft.sender
                settings.language = language
            }
            return .seeOther(ConsoleSection.templates.path(in: input.project.id) + "?done=saved")
        } catch let problem as WordingProblem {
            return try await show(input.visitor, input.project, message: problem.message, draft: draft)
        } catch is ChangedMeanwhile {
            return try await show(
                input.visitor, input.project,
                message:
                    "Another administrator changed the sender, so nothing was saved. Your changes are in the form, below the current sender. Save "
                    + "again to overwrite it.", draft: draft, isChanged: true)
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, message: String? = nil, done: String? = nil, draft: SenderForm? = nil,
        isChanged: Bool = false
    ) async throws -> Response {
        let (settings, own) = try await console.store.read { view in
            (try view.messageSettings(of: project.id), try view.messageTemplates(of: project.id))
        }
        let here = ConsoleSection.templates.path(in: project.id)
        let tags = words.languages + Set(own.map(\.language)).subtracting(words.languages).sorted()
        let sender = draft.map { isChanged ? SenderForm($0, over: settings) : $0 } ?? SenderForm(settings)
        let choices = tags.contains(sender.language) || sender.language.isEmpty ? tags : tags + [sender.language]
        return try console.page(
            "console-templates",
            Content(
                frame: console.frame(visitor, .templates, of: project), here: here,
                csrf: console.forms.cookie.formToken(for: visitor.browser), message: message, done: done,
                rows: words.kinds.map { kind in
                    Row(
                        href: "\(here)/\(kind.rawValue)", name: kind.shownName, occasion: kind.occasion,
                        cells: tags.map { tag in
                            Cell(
                                tag: tag, name: ShownLanguage.name(tag), href: "\(here)/\(kind.rawValue)?lang=\(tag)",
                                isOwn: own.contains { $0.kind == kind && $0.language == tag })
                        })
                }, shownSender: words.shownSender(settings?.sender ?? MessageSender()), sender: sender,
                serversSender: words.sender ?? "the server’s address",
                languages: choices.map { Choice(tag: $0, name: ShownLanguage.name($0), chosen: $0 == sender.language) },
                isOwner: visitor.role >= .owner), status: isChanged ? .conflict : message == nil ? .ok : .badRequest)
    }
}
