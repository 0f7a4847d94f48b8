import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb
import LatchkeyWire

/// The actions on a template: save, preview and reset to the default.
struct TemplateActions: Sendable {
    let console: Console
    let page: TemplatePage
    let messages: MessageAdministration
    let now: WallClock

    /// The template has changed since the form was rendered.
    private struct ChangedMeanwhile: Error {}

    func add(to router: Router<ServerContext>) {
        on("save", router) { place, form, address in try await save(form, at: place, from: address) }
        on("reset", router) { place, form, address in try await reset(form, at: place, from: address) }
        on("check", router) { place, form, _ in
            do {
                let filled = try page.words.filled(form.applied(to: place.template, at: now()), projectName: place.project.displayName)
                return try .json(Checked(subject: filled.subject, text: filled.text))
            } catch let problem as WordingProblem {
                return try .json(Checked(problem: problem.message))
            }
        }
        on("frame", router) { place, form, _ in page.frame(form.applied(to: place.template, at: now()), in: place.project) }
    }

    private struct Checked: Encodable {
        var problem: String?
        var subject: String?
        var text: String?
    }

    private func on(
        _ action: String, _ router: Router<ServerContext>,
        _ act: @escaping @Sendable (TemplatePage.Place, TemplateForm, _ address: String?) async throws -> Response
    ) {
        console.post(TemplatePage.route + "/" + action, on: router) { request, context in
            // Checked before the long form is read.
            _ = try await console.door.visitor(request, atLeast: .editor)
            let (form, _) = try await console.forms.read(request, upTo: TemplateForm.maxBytes)
            let place = try await page.place(request, context, language: form["lang"], atLeast: .editor)
            return try await act(place, TemplateForm(form), console.door.caller(request, context).client.address)
        }
    }

    private func save(_ form: TemplateForm, at place: TemplatePage.Place, from address: String?) async throws -> Response {
        let instant = now().inWholeMilliseconds
        let template = form.applied(to: place.template, at: instant)
        do {
            _ = try page.words.filled(template, projectName: place.project.displayName)
            try await messages.save(template, by: author(of: place, from: address)) { try requireUnchanged(form, at: place, $0) }
            return .seeOther("\(place.here)?lang=\(place.language)&done=saved")
        } catch let problem as WordingProblem {
            return try await page.show(place, form, .init(status: .badRequest, message: problem.message + " Nothing was saved."))
        } catch let problem as TooManyLanguages {
            return try await page.show(place, form, .init(status: .badRequest, message: "\(problem) Nothing was saved."))
        } catch is ChangedMeanwhile {
            return try await page.show(
                place, TemplateForm(form, over: place.template),
                .init(
                    status: .conflict,
                    message:
                        "Another administrator changed this template, so your changes were not saved. They are still in the form, above the saved "
                        + "template. Save again to overwrite it.",
                    saved: try? page.words.filled(place.template, projectName: place.project.displayName)))
        }
    }

    private func reset(_ form: TemplateForm, at place: TemplatePage.Place, from address: String?) async throws -> Response {
        do {
            _ = try await messages.reset(
                place.kind, in: place.language, of: place.project.id, by: author(of: place, from: address)
            ) { try requireUnchanged(form, at: place, $0) }
            return .seeOther("\(place.here)?lang=\(place.language)&done=reset")
        } catch is ChangedMeanwhile {
            return try await page.show(
                place, TemplateForm(place.template),
                .init(
                    status: .conflict,
                    message: "Another administrator changed this template, so it was not reset. Their version is shown here.")
            )
        }
    }

    /// - Throws: ``ChangedMeanwhile`` if the template has changed since the form was rendered.
    private func requireUnchanged(_ form: TemplateForm, at place: TemplatePage.Place, _ own: MessageTemplate?) throws {
        let present =
            own ?? page.words.standard(place.kind, in: place.language, of: place.project.id, at: now())
        guard present.map(TemplateForm.mark(of:)) == form.seen else { throw ChangedMeanwhile() }
    }

    private func author(of place: TemplatePage.Place, from address: String?) -> ActAuthor {
        ActAuthor(actor: place.visitor.actor, address: address)
    }
}
