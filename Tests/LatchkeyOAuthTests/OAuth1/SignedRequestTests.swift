import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// A server's checks before it looks anything up, in the order of RFC 5849, section 3.2.
@Suite struct SignedRequestTests {
    private static let url = "https://api.example.com/things?page=1"
    private static let required: Parameters = [
        "oauth_consumer_key": "ck", "oauth_signature_method": "HMAC-SHA1", "oauth_timestamp": "1318622958", "oauth_nonce": "n0nce",
        "oauth_signature": "c2ln",
    ]

    private static func header(_ parameters: Parameters) -> String {
        OAuth1AuthorizationHeader(parameters: parameters).text
    }

    private static func changing(_ name: String, to value: String?) -> Parameters {
        Parameters(required.compactMap { $0.name == name ? value.map { Parameter(name, $0) } : $0 })
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let name: String
        var url = SignedRequestTests.url
        var authorization: String?
        var contentType: String?
        var body = ""
        let code: OAuth1Problem.Code
        var status = 400
        var extra: Parameters?
        var testDescription: String { name }
    }

    static let refused: [Refused] = [
        .init(
            name: "nothing is signed", code: .parameterAbsent,
            extra: ["oauth_parameters_absent": "oauth_consumer_key&oauth_signature_method&oauth_timestamp&oauth_nonce&oauth_signature"]),
        .init(name: "another scheme", authorization: "Bearer x", code: .parameterAbsent),
        .init(
            name: "no consumer key", authorization: header(changing("oauth_consumer_key", to: nil)), code: .parameterAbsent,
            extra: ["oauth_parameters_absent": "oauth_consumer_key"]),
        .init(
            name: "an empty nonce", authorization: header(changing("oauth_nonce", to: "")), code: .parameterAbsent,
            extra: ["oauth_parameters_absent": "oauth_nonce"]),
        .init(name: "no signature", authorization: header(changing("oauth_signature", to: nil)), code: .parameterAbsent),
        .init(name: "no timestamp", authorization: header(changing("oauth_timestamp", to: nil)), code: .parameterAbsent),
        .init(name: "a header that cannot be read", authorization: "OAuth oauth_nonce=1", code: .parameterRejected),
        .init(name: "a name twice in the header", authorization: #"OAuth oauth_nonce="1", oauth_nonce="1""#, code: .parameterRejected),
        .init(
            name: "a name in header and query", url: url + "&oauth_nonce=n0nce", authorization: header(required),
            code: .parameterRejected),
        .init(
            name: "a name in header and form", authorization: header(required), contentType: "application/x-www-form-urlencoded",
            body: "oauth_token=t", code: .parameterRejected),
        .init(
            name: "a name in query and form", url: url + "&" + required.formEncoded,
            contentType: "application/x-www-form-urlencoded", body: "oauth_token=t", code: .parameterRejected),
        .init(
            name: "a name twice in the query", url: url + "&oauth_nonce=2&" + required.formEncoded, code: .parameterRejected,
            extra: ["oauth_parameters_rejected": "oauth_nonce"]),
        .init(
            name: "the verifier in header and form", authorization: header(required + ["oauth_verifier": "v"]),
            contentType: "application/x-www-form-urlencoded", body: "oauth_verifier=v", code: .parameterRejected,
            extra: ["oauth_parameters_rejected": "oauth_verifier"]),
        .init(name: "a broken query", url: "https://h/?a=%zz", authorization: header(required), code: .parameterRejected),
        .init(
            name: "a broken form", authorization: header(required), contentType: "application/x-www-form-urlencoded", body: "a=%",
            code: .parameterRejected),
        .init(
            name: "version 2.0", authorization: header(required + ["oauth_version": "2.0"]), code: .versionRejected,
            extra: ["oauth_acceptable_versions": "1.0-1.0"]),
        .init(name: "an empty version", authorization: header(required + ["oauth_version": ""]), code: .versionRejected),
        .init(
            name: "an unknown method", authorization: header(changing("oauth_signature_method", to: "HMAC-MD5")),
            code: .signatureMethodRejected),
        .init(
            name: "PLAINTEXT, which is off", authorization: header(changing("oauth_signature_method", to: "PLAINTEXT")),
            code: .signatureMethodRejected),
        .init(
            name: "RSA-SHA1, which is off", authorization: header(changing("oauth_signature_method", to: "RSA-SHA1")),
            code: .signatureMethodRejected),
        .init(
            name: "a method in lower case", authorization: header(changing("oauth_signature_method", to: "hmac-sha1")),
            code: .signatureMethodRejected),
        .init(
            name: "a timestamp that is no number", authorization: header(changing("oauth_timestamp", to: "now")),
            code: .timestampRefused, status: 401),
        .init(
            name: "a negative timestamp", authorization: header(changing("oauth_timestamp", to: "-5")), code: .timestampRefused,
            status: 401),
        .init(
            name: "the timestamp zero", authorization: header(changing("oauth_timestamp", to: "0")), code: .timestampRefused,
            status: 401),
        .init(
            name: "a fractional timestamp", authorization: header(changing("oauth_timestamp", to: "1318622958.5")),
            code: .timestampRefused, status: 401),
        .init(
            name: "a timestamp beyond all measure", authorization: header(changing("oauth_timestamp", to: "99999999999999999999")),
            code: .timestampRefused, status: 401),
        .init(
            name: "a nonce of 129 characters",
            authorization: header(changing("oauth_nonce", to: String(repeating: "n", count: 129))), code: .parameterRejected,
            extra: ["oauth_parameters_rejected": "oauth_nonce"]),
        .init(name: "a nonce with a blank", authorization: header(changing("oauth_nonce", to: "n nce")), code: .parameterRejected),
    ]

    @Test(arguments: refused) func refuses(_ row: Refused) {
        let found = problem {
            try OAuth1SignedRequest(
                method: "POST", url: row.url, authorization: row.authorization, contentType: row.contentType, body: Array(row.body.utf8))
        }
        #expect(found?.code == row.code)
        #expect(found?.httpStatus == row.status)
        #expect(found?.advice.isEmpty == false)
        if let extra = row.extra { #expect(found?.extra == extra) }
    }

    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        var url = SignedRequestTests.url
        var authorization: String?
        var contentType: String?
        var body = ""
        var testDescription: String { name }
    }

    static let places: [Place] = [
        .init(name: "in the header", authorization: header(required + ["oauth_token": "tk", "oauth_verifier": "v"])),
        .init(
            name: "in the header, with a realm",
            authorization: header(["realm": "r"] + required + ["oauth_token": "tk", "oauth_verifier": "v"])),
        .init(name: "in the query", url: url + "&" + (required + ["oauth_token": "tk", "oauth_verifier": "v"]).formEncoded),
        .init(
            name: "in the form", contentType: "application/x-www-form-urlencoded",
            body: (required + ["oauth_token": "tk", "oauth_verifier": "v"]).formEncoded),
        .init(
            name: "in the form, next to a header of another scheme", authorization: "Basic eDp5",
            contentType: "application/x-www-form-urlencoded; charset=utf-8",
            body: (required + ["oauth_token": "tk", "oauth_verifier": "v"]).formEncoded),
        .init(
            name: "in the header, with the verifier in the form", authorization: header(required + ["oauth_token": "tk"]),
            contentType: "application/x-www-form-urlencoded", body: "oauth_verifier=v"),
    ]

    @Test(arguments: places) func readsProtocolParameters(_ place: Place) throws {
        let request = try OAuth1SignedRequest(
            method: "POST", url: place.url, authorization: place.authorization, contentType: place.contentType,
            body: Array(place.body.utf8))
        #expect(request.consumerKey == "ck")
        #expect(request.token == "tk")
        #expect(request.verifier == "v")
        #expect(request.callback == nil)
        #expect(request.timestamp == 1_318_622_958)
        #expect(request.nonce == "n0nce")
        #expect(request.signatureMethod == .hmacSHA1)
        #expect(request.signature == "c2ln")
        #expect(request.allParameters["oauth_signature"] == nil)
        #expect(request.allParameters["realm"] == nil)
        #expect(request.allParameters["page"] == "1")
    }

    @Test func aParameterNamedRealmOutsideTheHeaderIsSigned() throws {
        let request = try OAuth1SignedRequest(
            method: "GET", url: "https://h/?realm=x", authorization: Self.header(["realm": "r"] + Self.required), contentType: nil, body: []
        )
        #expect(request.allParameters.values(of: "realm") == ["x"])
    }

    @Test func emptyTokenIsTreatedAsAbsent() throws {
        let request = try OAuth1SignedRequest(
            method: "POST", url: Self.url, authorization: Self.header(Self.required + ["oauth_token": "", "oauth_callback": "oob"]),
            contentType: nil, body: [])
        #expect(request.token == nil)
        #expect(request.callback == "oob")
    }

    @Test func ignoresABodyThatIsNoForm() throws {
        let request = try OAuth1SignedRequest(
            method: "POST", url: Self.url, authorization: Self.header(Self.required), contentType: "application/json",
            body: Array("oauth_token=x&%zz".utf8))
        #expect(request.token == nil)
    }

    @Test(arguments: [(-301, false), (-300, true), (0, true), (300, true), (301, false)])
    func refusesRequestsFromTooFarAway(_ distance: Int64, _ isAccepted: Bool) throws {
        let request = try OAuth1SignedRequest(
            method: "GET", url: Self.url, authorization: Self.header(Self.required), contentType: nil, body: [])
        let now = Date(timeIntervalSince1970: Double(request.timestamp + distance) + 0.4)
        let found = problem { try request.check(timestampWithin: .seconds(300), of: now) }
        #expect((found == nil) == isAccepted)
        if let found {
            let seconds = request.timestamp + distance
            #expect(found.code == .timestampRefused)
            #expect(found.httpStatus == 401)
            #expect(found.extra == ["oauth_acceptable_timestamps": "\(seconds - 300)-\(seconds + 300)"])
        }
    }
}
