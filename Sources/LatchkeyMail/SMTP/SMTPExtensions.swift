/// The extensions that a mail server offers in its reply to EHLO (RFC 5321, section 4.1.1.1).
struct SMTPExtensions: Equatable {
    var hasStartTLS = false
    /// RFC 6531: addresses with characters beyond ASCII.
    var hasSMTPUTF8 = false
    /// RFC 1870: the server takes the size of a mail with its sender.
    var hasSize = false
    /// RFC 4954: the names of SASL mechanisms, in capitals.
    var mechanisms: Set<String> = []

    init() {}

    init(_ reply: SMTPReply) {
        // The first line is the greeting.
        for line in reply.lines.dropFirst() {
            let words = line.uppercased().split { $0 == " " || $0 == "\t" }
            switch words.first {
            case "STARTTLS": hasStartTLS = true
            case "SMTPUTF8": hasSMTPUTF8 = true
            case "SIZE": hasSize = true
            case "AUTH": mechanisms.formUnion(words.dropFirst().map(String.init))
            // Some servers also write this form, for clients older than RFC 2554.
            case let word? where word.hasPrefix("AUTH="):
                mechanisms.formUnion([String(word.dropFirst(5))] + words.dropFirst().map(String.init))
            default: break
            }
        }
    }
}
