import CLatchkeyCurl
import LatchkeySecrets
import Synchronization

/// One conversation with a mail server through libcurl. It blocks the calling thread.
final class SMTPConversation: Sendable {
    private struct State {
        var unsent: ArraySlice<UInt8>
        /// Whether libcurl has started to read the mail. A refusal after that is about this mail.
        var isSending = false
        /// The last reply line with a 4xx or 5xx status. Later replies, for example to QUIT, do not replace it.
        var refusal: [UInt8] = []
    }

    private let server: SMTPServer
    private let state: Mutex<State>
    private let isCancelled = Atomic(false)

    /// The maximum number of bytes that are kept of a reply line.
    private static let maxReplyBytes = 512

    init(_ server: SMTPServer, mail: [UInt8] = []) {
        self.server = server
        state = Mutex(State(unsent: mail[...]))
    }

    /// Ends the conversation within a second. You can call it from any thread.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    /// Connects, signs in and sends the mail.
    ///
    /// - Throws: ``DeliveryError``.
    func send(from: String, to recipient: String) throws {
        try withHandle { handle in
            let recipients = curl_slist_append(nil, "<\(recipient)>")
            defer { curl_slist_free_all(recipients) }
            try Self.check(latchkey_curl_set_string(handle, CURLOPT_MAIL_FROM, "<\(from)>"))
            try Self.check(latchkey_curl_set_list(handle, CURLOPT_MAIL_RCPT, recipients))
            try Self.check(latchkey_curl_set_long(handle, CURLOPT_UPLOAD, 1))
            try Self.check(
                latchkey_curl_set_reader(handle) { buffer, size, count, me in
                    guard let buffer, let me else { return Int(CURL_READFUNC_ABORT) }
                    return SMTPConversation.from(me).read(into: buffer, limit: size * count)
                })
            try Self.check(latchkey_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque()))
            try perform(handle)
        }
    }

    /// Connects and signs in without sending a mail.
    ///
    /// - Throws: ``DeliveryError``.
    func greet() throws {
        try withHandle { handle in
            try Self.check(latchkey_curl_set_long(handle, CURLOPT_NOBODY, 1))
            try Self.check(latchkey_curl_set_string(handle, CURLOPT_CUSTOMREQUEST, "NOOP"))
            try perform(handle)
        }
    }

    // MARK: libcurl

    /// Whether libcurl is initialized: once per process, before any other call.
    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private func withHandle(_ body: (UnsafeMutableRawPointer) throws -> Void) throws {
        guard Self.isReady, let handle = curl_easy_init() else { throw DeliveryError.temporary("libcurl does not start.") }
        defer { curl_easy_cleanup(handle) }
        let me = Unmanaged.passUnretained(self).toOpaque()
        try Self.check(latchkey_curl_set_string(handle, CURLOPT_URL, server.url))
        // Only mail protocols and no proxy, so that neither a reply nor an environment variable can redirect the connection.
        try Self.check(latchkey_curl_speak_mail_only(handle))
        try Self.check(latchkey_curl_set_string(handle, CURLOPT_PROXY, ""))
        // Signals would interrupt other threads.
        try Self.check(latchkey_curl_set_long(handle, CURLOPT_NOSIGNAL, 1))
        try Self.check(latchkey_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(server.connectTimeout)))
        try Self.check(latchkey_curl_set_long(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(server.timeout)))
        if server.protection != .insecure {
            // Not `TRY`, which continues in plain text if the server or an attacker in between does not offer STARTTLS.
            try Self.check(latchkey_curl_set_long(handle, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)))
            try Self.check(latchkey_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1))
            try Self.check(latchkey_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2))
            if let file = server.authorityFile { try Self.check(latchkey_curl_set_string(handle, CURLOPT_CAINFO, file)) }
        }
        if let user = server.user {
            try Self.check(latchkey_curl_set_string(handle, CURLOPT_USERNAME, user))
            try Self.check(latchkey_curl_set_string(handle, CURLOPT_PASSWORD, server.password?.expose() ?? ""))
        }
        try Self.check(
            latchkey_curl_set_writer(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
                if let bytes, let me { SMTPConversation.from(me).hear(bytes, count: size * count) }
                return size * count
            })
        try Self.check(latchkey_curl_set_pointer(handle, CURLOPT_HEADERDATA, me))
        try Self.check(
            latchkey_curl_set_writer(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size * count })
        try Self.check(latchkey_curl_set_long(handle, CURLOPT_NOPROGRESS, 0))
        try Self.check(
            latchkey_curl_set_progress(handle) { me, _, _, _, _ in
                guard let me else { return 1 }
                return SMTPConversation.from(me).isCancelled.load(ordering: .relaxed) ? 1 : 0
            })
        try Self.check(latchkey_curl_set_pointer(handle, CURLOPT_XFERINFODATA, me))
        try body(handle)
    }

    private func perform(_ handle: UnsafeMutableRawPointer) throws {
        let result = curl_easy_perform(handle)
        guard result != CURLE_OK else { return }
        let (isSending, reply) = state.withLock { ($0.isSending, String(decoding: $0.refusal, as: UTF8.self)) }
        throw Self.error(
            result, status: latchkey_curl_response_code(handle), reply: reply, isSending: isSending, at: server)
    }

    /// Returns the delivery error for a failed conversation.
    ///
    /// Only a refusal of this mail or its recipient is permanent. A wrong password or an unknown certificate authority fails every other
    /// mail too, and the operator can fix it while the messages wait.
    static func error(_ result: CURLcode, status: Int, reply: String, isSending: Bool, at server: SMTPServer) -> DeliveryError {
        let said = (400...599).contains(status) ? " The server said: \(reply)" : ""
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST: return .temporary("The name \(server.host) cannot be resolved.")
        case CURLE_COULDNT_CONNECT: return .temporary("Cannot connect to \(server.url).")
        case CURLE_OPERATION_TIMEDOUT: return .temporary("\(server.url) took too long.")
        case CURLE_ABORTED_BY_CALLBACK: return .temporary("The delivery was stopped.")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            return .temporary("The certificate of \(server.url) cannot be verified: \(text(result)).")
        case CURLE_USE_SSL_FAILED: return .temporary("\(server.url) offers no STARTTLS.")
        case CURLE_LOGIN_DENIED: return .temporary("\(server.url) does not accept user and password.\(said)")
        default:
            let isAboutThisMail = result == CURLE_SEND_ERROR || isSending
            // RFC 4954, section 6: the server requires authentication, or another mechanism.
            let isAboutUs = [530, 534, 535, 538].contains(status)
            if (500...599).contains(status), isAboutThisMail, !isAboutUs {
                return .permanent("\(server.url) refused it. The server said: \(reply)")
            }
            return .temporary("\(server.url): \(text(result)).\(said)")
        }
    }

    private static func text(_ result: CURLcode) -> String { String(cString: curl_easy_strerror(result)) }

    private static func check(_ result: CURLcode) throws {
        guard result == CURLE_OK else { throw DeliveryError.temporary("libcurl cannot be set up: \(text(result)).") }
    }

    private static func milliseconds(_ duration: Duration) -> Int { max(1, Int(duration / .milliseconds(1))) }

    private static func from(_ pointer: UnsafeMutableRawPointer) -> SMTPConversation {
        Unmanaged<SMTPConversation>.fromOpaque(pointer).takeUnretainedValue()
    }

    // MARK: Called by libcurl

    private func read(into buffer: UnsafeMutablePointer<CChar>, limit: Int) -> Int {
        state.withLock { state in
            state.isSending = true
            let part = state.unsent.prefix(limit)
            state.unsent = state.unsent.dropFirst(part.count)
            for (place, byte) in part.enumerated() { buffer[place] = CChar(bitPattern: byte) }
            return part.count
        }
    }

    private func hear(_ bytes: UnsafeMutablePointer<CChar>, count: Int) {
        let line = (0..<min(count, Self.maxReplyBytes)).map { UInt8(bitPattern: bytes[$0]) }
        guard line.first == UInt8(ascii: "4") || line.first == UInt8(ascii: "5") else { return }
        state.withLock { $0.refusal = line.filter { $0 != 0x0d && $0 != 0x0a } }
    }
}
