import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport
import Logging
import ServiceLifecycle
import Testing

@testable import LatchkeyMail

@Suite(.timeLimit(.minutes(10))) struct OutboxWorkerTests {
    @Test func messageIsSentOnceInItsLanguage() async throws {
        let test = try await TestOutbox()
        let id = try await test.enqueue(language: "de-AT")
        #expect(try await test.worker().deliverDue() == 1)
        #expect(try await test.worker().deliverDue() == 0)
        let written = try #require(test.transport.delivered.first)
        #expect(test.transport.delivered.count == 1)
        #expect(written.id == id)
        #expect(written.recipient == "ada@example.org")
        #expect(written.words.subject == "Neues Passwort für Bücher & Co")
        #expect(written.words.text.contains("https://auth.example.org/a?b=1&c=2\n"))
        let message = try #require(try await test.message(id))
        #expect(message.state == .sent && message.attempts == 1 && message.lastError == nil)
    }

    @Test func temporaryFailuresAreRetriedLaterAndLater() async throws {
        let test = try await TestOutbox()
        test.transport.respond("ada@example.org", .later, .later, .taken)
        let id = try await test.enqueue()
        for (delay, attempt) in [(10.0, 1), (20.0, 2)] {
            #expect(try await test.worker().deliverDue() == 1)
            let message = try #require(try await test.message(id))
            #expect(message.state == .waiting && message.attempts == attempt && message.lastError == "451 later")
            #expect(message.nextAttemptAt == test.clock.now().addingTimeInterval(delay))
            test.clock.advance(bySeconds: delay - 0.001)
            #expect(try await test.worker().deliverDue() == 0, "not before its time")
            test.clock.advance(bySeconds: 0.001)
        }
        #expect(try await test.worker().deliverDue() == 1)
        #expect(try await test.message(id)?.state == .sent)
        #expect(try await test.message(id)?.lastError == nil)
    }

    @Test func afterTheLastAttemptItIsGivenUp() async throws {
        let test = try await TestOutbox()
        test.transport.respond("ada@example.org", .later, .later, .later, .taken)
        let id = try await test.enqueue()
        for _ in 1...3 {
            #expect(try await test.worker().deliverDue() == 1)
            test.clock.advance(bySeconds: 100)
        }
        #expect(try await test.worker().deliverDue() == 0)
        let message = try #require(try await test.message(id))
        #expect(message.state == .failed)
        #expect(message.lastError == "Given up after 3 attempts. 451 later")
        #expect(test.transport.delivered.isEmpty)
    }

    @Test func permanentRefusalIsNotRetriedAndDelaysNoOtherMessage() async throws {
        let test = try await TestOutbox()
        test.transport.respond("nobody@example.org", .never)
        let bad = try await test.enqueue(to: "nobody@example.org")
        for number in 1...6 { try await test.enqueue(to: "\(number)@example.org") }
        #expect(try await test.worker().deliverDue() == 7)
        #expect(try await test.message(bad)?.state == .failed)
        #expect(try await test.message(bad)?.lastError == "550 never")
        #expect(Set(test.transport.delivered.map(\.recipient)) == Set((1...6).map { "\($0)@example.org" }))
        test.clock.advance(bySeconds: 1000)
        #expect(try await test.worker().deliverDue() == 0)
    }

    @Test func messageWhoseCodeEndsBeforeTheRetryFails() async throws {
        let test = try await TestOutbox()
        test.transport.respond("ada@example.org", .later)
        let id = try await test.enqueue(lifeSeconds: 10)
        #expect(try await test.worker().deliverDue() == 1)
        #expect(try await test.message(id)?.state == .failed)
        #expect(try await test.message(id)?.lastError == "Given up: its code expires before the next attempt. 451 later")
    }

    @Test func expiredMessagesAreNotSent() async throws {
        let test = try await TestOutbox()
        try await test.enqueue(lifeSeconds: 60)
        test.clock.advance(bySeconds: 60)
        #expect(try await test.worker().deliverDue() == 0)
        #expect(test.transport.delivered.isEmpty)
    }

    /// Claimed in time, but its turn came too late.
    @Test func theClockIsLookedAtAgainBeforeSending() async throws {
        let test = try await TestOutbox()
        let id = try await test.enqueue(lifeSeconds: 60)
        let start = test.clock.now()
        _ = try await test.store.write {
            try $0.claimOutboxMessages(by: .email, limit: 1, at: start, retryAt: start.addingTimeInterval(30))
        }
        var message = try #require(try await test.message(id))
        message.attempts = 1
        test.clock.advance(bySeconds: 60)
        await test.worker().delivery.attempt(message)
        #expect(test.transport.delivered.isEmpty)
        #expect(try await test.message(id)?.lastError == "Its code expired before it was sent.")
    }

    @Test func claimsOfADeadWorkerExpire() async throws {
        let test = try await TestOutbox()
        let id = try await test.enqueue()
        let start = test.clock.now()
        let claimed = try await test.store.write {
            try $0.claimOutboxMessages(by: .email, limit: 9, at: start, retryAt: start.addingTimeInterval(150))
        }
        #expect(claimed.map(\.id) == [id])
        test.clock.advance(bySeconds: 149)
        #expect(try await test.worker().deliverDue() == 0)
        test.clock.advance(bySeconds: 1)
        #expect(try await test.worker().deliverDue() == 1)
        #expect(test.transport.delivered.map(\.id) == [id])
        #expect(try await test.message(id)?.attempts == 2)
    }

    @Test func messagesOfAnotherChannelStay() async throws {
        let test = try await TestOutbox()
        let id = try await test.enqueue(to: "+4915112345678", by: .sms)
        #expect(try await test.worker().deliverDue() == 0)
        #expect(try await test.message(id)?.state == .waiting)
        #expect(try await test.message(id)?.attempts == 0)
    }

    @Test func messageSealedWithAnotherKeyFails() async throws {
        let test = try await TestOutbox()
        let id = try await test.enqueue(outbox: Outbox(sealer: Sealer(masterKey: SymmetricKey(size: .bits256))))
        #expect(try await test.worker().deliverDue() == 1)
        #expect(try await test.message(id)?.state == .failed)
        #expect(try await test.message(id)?.lastError?.contains("another master key") == true)
    }

    // MARK: The loop

    private func running(
        _ worker: OutboxWorker, _ body: @escaping @Sendable (ServiceGroup) async throws -> Void
    ) async throws {
        let services = ServiceGroup(
            configuration: .init(services: [worker], logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            try await body(services)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    @Test func aNewMessageWakesTheWorker() async throws {
        let test = try await TestOutbox()
        try await test.enqueue(to: "first@example.org")
        // The pause is an hour: only the notification can wake it.
        try await running(test.worker()) { _ in
            var attempts = test.transport.attempts.makeAsyncIterator()
            #expect(await attempts.next() == "first@example.org")
            try await test.enqueue(to: "second@example.org")
            #expect(await attempts.next() == "second@example.org")
        }
        #expect(test.transport.delivered.count == 2)
    }

    @Test func theClockWakesItForARetry() async throws {
        let test = try await TestOutbox()
        test.transport.respond("ada@example.org", .later, .taken)
        let id = try await test.enqueue()
        let clock = test.clock
        // The next poll would come after thirty seconds, which never pass; the ten until the retry pass at once.
        let worker = test.worker(pause: { seconds in
            guard seconds <= 10 else { return try await Task.sleep(for: .seconds(3600)) }
            clock.advance(bySeconds: seconds)
        })
        try await running(worker) { _ in
            var attempts = test.transport.attempts.makeAsyncIterator()
            _ = await attempts.next()
            #expect(await attempts.next() == "ada@example.org")
        }
        #expect(try await test.message(id)?.attempts == 2)
        #expect(try await test.message(id)?.state == .sent)
    }

    @Test func slowDeliveryDelaysNoOtherMessage() async throws {
        let test = try await TestOutbox()
        let gate = Gate()
        test.transport.respond("slow@example.org", .waits(gate))
        let slow = try await test.enqueue(to: "slow@example.org")
        try await running(test.worker()) { _ in
            var attempts = test.transport.attempts.makeAsyncIterator()
            #expect(await attempts.next() == "slow@example.org")
            for number in 1...8 { try await test.enqueue(to: "\(number)@example.org") }
            var others: Set<String> = []
            while others.count < 8, let next = await attempts.next() { others.insert(next) }
            #expect(others == Set((1...8).map { "\($0)@example.org" }))
            #expect(try await test.message(slow)?.state == .waiting)
            gate.open()
        }
        // Stopping waited for it.
        #expect(try await test.message(slow)?.state == .sent)
        #expect(test.transport.delivered.count == 9)
    }

    @Test func unfinishedDeliveryIsRetriedAfterTheNextStart() async throws {
        let test = try await TestOutbox()
        test.transport.respond("slow@example.org", .waits(Gate()))
        let slow = try await test.enqueue(to: "slow@example.org")
        var pace = test.pace
        pace.stopSeconds = 0
        // Only the last pause, the one for stopping, ends.
        let worker = test.worker(pace: pace, pause: { if $0 > 0 { try await Task.sleep(for: .seconds(3600)) } })
        try await running(worker) { _ in
            var attempts = test.transport.attempts.makeAsyncIterator()
            _ = await attempts.next()
        }
        let message = try #require(try await test.message(slow))
        #expect(message.state == .waiting)
        #expect(message.nextAttemptAt == test.clock.now())
        #expect(test.transport.delivered.isEmpty)
        #expect(try await test.worker().deliverDue() == 1)
        #expect(test.transport.delivered.map(\.recipient) == ["slow@example.org"])
    }

    @Test func expiredMessagesAreDeleted() async throws {
        let test = try await TestOutbox()
        let old = try await test.enqueue(lifeSeconds: 10)
        test.clock.advance(bySeconds: 10)
        try await test.enqueue(to: "new@example.org")
        try await running(test.worker()) { _ in
            var attempts = test.transport.attempts.makeAsyncIterator()
            _ = await attempts.next()
        }
        #expect(try await test.message(old) == nil)
    }
}
