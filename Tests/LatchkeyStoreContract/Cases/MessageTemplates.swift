import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let messageTemplates: [Case] = [
        Case("a project's message settings read back with every field, and are replaced") { store in
            try await store.begin()
            var settings = MessageSettings(
                project: .sample, language: "de",
                sender: MessageSender(name: "Straße", address: "a@example.org", replyTo: "b@example.org"), updatedAt: start.later(1))
            try expect(try await store.read { try $0.messageSettings(of: .sample) }, is: nil)
            let first = settings
            try await store.once { try $0.save(first) }
            try expect(try await store.read { try $0.messageSettings(of: .sample) }, is: first)
            settings = MessageSettings(project: .sample, updatedAt: start.later(2))
            let second = settings
            try await store.once { try $0.save(second) }
            try expect(try await store.read { try $0.messageSettings(of: .sample) }, is: second)
            try expect(try await store.read { try $0.messageSettings(of: Realm.neighbour.project) }, is: nil)
            try await expectConflict(.project) {
                try await store.once { try $0.save(MessageSettings(project: "missing", updatedAt: start)) }
            }
        },
        Case("message templates read back with every field, by kind and language, are replaced and removed") { store in
            try await store.begin()
            let all = [
                MessageTemplate.sample(.passwordReset, "de"), .sample(.passwordReset, "en", html: "<p>{{link}}</p>"),
                .sample(.verifyEmail, "ar"),
            ]
            try await store.write { transaction in
                for template in all.reversed() { try transaction.save(template) }
                try transaction.save(MessageTemplate.sample(.verifyEmail, "ar", of: Realm.neighbour.project))
            }
            try expect(try await store.read { try $0.messageTemplates(of: .sample) }, is: all)
            try expect(try await store.read { try $0.messageTemplate(.passwordReset, in: "en", of: .sample) }, is: all[1])
            try expect(try await store.read { try $0.messageTemplate(.emailSignIn, in: "en", of: .sample) }, is: nil)
            let changed = MessageTemplate.sample(.passwordReset, "en", text: "other words")
            try await store.once { try $0.save(changed) }
            try expect(try await store.read { try $0.messageTemplate(.passwordReset, in: "en", of: .sample) }, is: changed)
            try expect(try await store.write { try $0.removeMessageTemplate(.passwordReset, in: "en", of: .sample) }, is: true)
            try expect(try await store.write { try $0.removeMessageTemplate(.passwordReset, in: "en", of: .sample) }, is: false)
            try expect(try await store.read { try $0.messageTemplates(of: .sample) }, is: [all[0], all[2]])
            try await expectConflict(.project) {
                try await store.once { try $0.save(MessageTemplate.sample(.verifyEmail, "ar", of: "missing")) }
            }
        },
    ]
}

extension MessageTemplate {
    fileprivate static func sample(
        _ kind: OutboxMessage.Kind, _ language: String, of project: ProjectID = .sample, text: String = "Go to {{link}}",
        html: String? = nil
    ) -> MessageTemplate {
        MessageTemplate(
            project: project, kind: kind, language: language, subject: "Subject in \(language)", text: text, html: html,
            updatedAt: start.later(4))
    }
}
