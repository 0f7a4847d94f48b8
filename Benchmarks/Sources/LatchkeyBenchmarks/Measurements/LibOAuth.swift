import CLatchkeyLibOAuth
import Foundation

/// Signs the example with liboauth. The texts are C strings from the start, and the header's `OAuth ` prefix is omitted, so that the
/// comparison does not charge liboauth for Swift strings.
struct LibOAuth: Sendable {
    private let url, method, separator, consumerKey, consumerSecret, token, tokenSecret: [CChar]
    private let parameters: [[CChar]]

    static let version = LIBOAUTH_VERSION

    init(_ example: SignatureExample) {
        func cString(_ text: String) -> [CChar] { Array(text.utf8CString) }
        url = cString(example.url)
        method = cString("POST")
        separator = cString(", ")
        consumerKey = cString(example.consumerKey)
        consumerSecret = cString(example.consumerSecret)
        token = cString(example.token)
        tokenSecret = cString(example.tokenSecret)
        parameters = [
            cString("status=\(example.status)"), cString("oauth_nonce=\(example.nonce)"),
            cString("oauth_timestamp=\(example.timestampSeconds)"),
        ]
    }

    /// Signs once, from parameters to header, and passes the header to `read`.
    func sign<T>(_ read: (UnsafePointer<CChar>) throws -> T) throws -> T {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var count = oauth_split_url_parameters(url, &list)
        for parameter in parameters { oauth_add_param_to_array(&count, &list, parameter) }
        oauth_sign_array2_process(&count, &list, nil, OA_HMAC, method, consumerKey, consumerSecret, token, tokenSecret)
        // 2 omits the request's own parameters, 4 quotes values; the separator is only read.
        let header = separator.withUnsafeBufferPointer {
            oauth_serialize_url_sep(count, 1, list, UnsafeMutablePointer(mutating: $0.baseAddress), 2 | 4)
        }
        defer {
            free(header)
            oauth_free_array(&count, &list)
        }
        guard let header else { throw BenchmarkFailure("liboauth gives no header") }
        return try read(header)
    }
}
