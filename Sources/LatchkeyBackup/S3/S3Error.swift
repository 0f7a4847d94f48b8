/// The reason why an operation on a bucket failed.
public struct S3Error: Error, Sendable, CustomStringConvertible {
    /// The problem, for the operator.
    public let description: String
    /// Whether the same request may succeed later.
    let isTemporary: Bool
    /// Whether the object or the bucket does not exist.
    let isMissing: Bool

    init(_ description: String, isTemporary: Bool = false, isMissing: Bool = false) {
        (self.description, self.isTemporary, self.isMissing) = (description, isTemporary, isMissing)
    }

    /// The error of a reply.
    ///
    /// - Parameters:
    ///   - body: The reply, which is empty for HEAD.
    ///   - place: The bucket or the object.
    init(status: UInt, body: [UInt8], place: S3Place, server: String) {
        let reply = XMLElement(parsing: body)
        let code = reply?.name == "Error" ? Self.clean(reply?["Code"]) : ""
        let message = reply?.name == "Error" ? Self.clean(reply?["Message"]) : ""
        let told = code.isEmpty ? "status \(status)" : message.isEmpty ? code : "\(code): \(message)"
        // Some servers report these with status 400.
        isTemporary =
            status >= 500 || status == 429 || ["SlowDown", "RequestTimeout", "InternalError", "ServiceUnavailable"].contains(code)
        isMissing = status == 404
        switch (code, status) {
        case ("NoSuchBucket", _): description = "There is no bucket \(place.bucket) at \(server)."
        case ("RequestTimeTooSkewed", _): description = "\(server) refused the request, because the clock of this machine is wrong."
        case ("PermanentRedirect", _), ("AuthorizationHeaderMalformed", _), (_, 301), (_, 307):
            description = "The bucket \(place.bucket) is not in this region: set backup-s3-region. \(server) replied with \(told)"
        case (_, 401), (_, 403):
            description =
                "\(server) refused access to \(place): \(told). Check backup-s3-access-key-id, its secret key and its permissions."
        case (_, 404): description = "\(place) does not exist at \(server)."
        default: description = "\(server) could not handle a request for \(place): \(told)"
        }
    }

    /// Text of a server for a terminal or a log.
    private static func clean(_ text: String?) -> String {
        String((text ?? "").unicodeScalars.filter { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }.prefix(300).map(Character.init))
    }
}
