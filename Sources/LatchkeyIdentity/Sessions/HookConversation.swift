import LatchkeySecrets

/// Calls a hook once.
struct HookConversation: Sendable {
    let transport: any HookTransport
    let authority: TokenAuthority
    let now: WallClock

    static let deadline = Duration.seconds(7)
    /// The timeout beside an emulator, where developers halt functions in a debugger.
    static let lenientDeadline = Duration.seconds(60)
    private static let maxMessageCharacters = 256

    /// Calls the hook.
    ///
    /// - Throws: ``SignInError`` with `BLOCKING_FUNCTION_ERROR_RESPONSE` if the hook refused or its response is invalid.
    func edit(for request: HookRequest, id: String) async throws -> HookEdit {
        let issuer = authority.issuer(of: request.caller.project.id)
        let token = try authority.signed(request.claims(issuer: issuer, id: id, at: now()))
        let body = ClaimText([(name: "data", value: .object(["jwt": .string(token)]))]).bytes
        if request.caller.project.policies.isLenient { return try await lenientEdit(for: request, body) }
        let reply: HookReply
        do {
            reply = try await transport.post(body, to: request.url, within: Self.deadline)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw SignInError.hookFault(
                "could not be reached, or did not respond within \(Self.deadline.components.seconds) seconds",
                "\(request.event.rawValue) \(request.url): \(error)")
        }
        guard (200...299).contains(reply.status) else { throw Self.refusal(reply) }
        return try HookEdit(reading: reply.body, for: request.event)
    }

    /// Calls the hook as Google's emulator does, with the same messages.
    private func lenientEdit(for request: HookRequest, _ body: [UInt8]) async throws -> HookEdit {
        let reply: HookReply
        let start = ContinuousClock.now
        do {
            reply = try await transport.post(body, to: request.url, within: Self.lenientDeadline)
        } catch let error as CancellationError {
            throw error
        } catch  where start.duration(to: .now) >= Self.lenientDeadline {
            throw SignInError.emulatedHookFault(
                "Deadline exceeded making request to \(request.url).", isServerFault: true, cause: "\(error)")
        } catch {
            throw SignInError.emulatedHookFault("Failed to make request to \(request.url).", isServerFault: true, cause: "\(error)")
        }
        guard (200...299).contains(reply.status) else {
            let text = String(decoding: reply.body.prefix(HookReply.maxBytes), as: UTF8.self)
            throw SignInError.emulatedHookFault("HTTP request to \(request.url) returned HTTP error \(reply.status): \(text)")
        }
        return try HookEdit(readingLeniently: reply.body, for: request.event)
    }

    /// Returns the error for a hook that refuses: an error status with Google's `{"error": {"message", "status"}}`. The message is for
    /// the user. Firebase's clients look for that object behind this prefix.
    private static func refusal(_ reply: HookReply) -> SignInError {
        guard reply.body.count <= HookReply.maxBytes,
            let error = (try? UniqueJSON.decode(Refusal.self, from: reply.body))?.error
        else {
            return .hookFault("responded with HTTP status \(reply.status) and without a message")
        }
        var members = [(name: "message", value: ClaimValue.string(Self.cut(error.message)))]
        if let status = error.status { members.append((name: "status", value: .string(Self.cut(status)))) }
        let object = ClaimValue.object(Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
        let text = String(decoding: ClaimText([(name: "error", value: object)]).bytes, as: UTF8.self)
        return SignInError(.blockingFunctionErrorResponse, message: "HTTP Cloud Function returned an error: \(text)")
    }

    private static func cut(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(maxMessageCharacters)))
    }

    private struct Refusal: Decodable {
        struct Words: Decodable {
            let message: String
            let status: String?
        }
        let error: Words
    }
}

extension SignInError {
    /// The error for a hook that failed. It is a fault on the operator's side, not the caller's.
    static func hookFault(_ problem: String, _ cause: String? = nil) -> SignInError {
        SignInError(
            .blockingFunctionErrorResponse, message: "The hook \(problem).", cause: cause, isServerFault: true)
    }
}
