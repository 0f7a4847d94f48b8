import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// The error for a refusal in each step of the Twitter flow.
@Suite struct DiagnosisTests {
    enum Step: Sendable { case requestToken, accessToken, apiCall }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var step = Step.apiCall
        let status: HTTPResponse.Status
        var fields: HTTPFields = [:]
        let body: String
        let code: OAuthError.Code
        var testDescription: String { name }
    }

    private static func twitter(_ number: Int, _ message: String = "m") -> String {
        #"{"errors":[{"code":\#(number),"message":"\#(message)"}]}"#
    }

    static let rows: [Row] = [
        .init(
            name: "32 at request_token: the app's keys", step: .requestToken, status: .unauthorized, body: twitter(32),
            code: .badClientCredentials),
        .init(
            name: "32 at access_token: the verifier or the request token", step: .accessToken, status: .unauthorized, body: twitter(32),
            code: .badVerificationCode),
        .init(name: "32 at a call: the token", status: .unauthorized, body: twitter(32), code: .invalidToken),
        .init(name: "63", status: .forbidden, body: twitter(63), code: .userSuspended),
        .init(name: "64", status: .forbidden, body: twitter(64), code: .appSuspended),
        .init(name: "68", status: .gone, body: twitter(68), code: .requestRefused),
        .init(name: "88", status: .tooManyRequests, body: twitter(88), code: .rateLimited),
        .init(name: "89", status: .unauthorized, body: twitter(89), code: .invalidToken),
        .init(name: "89 with status 403", status: .forbidden, body: twitter(89), code: .invalidToken),
        .init(name: "89 at access_token", step: .accessToken, status: .unauthorized, body: twitter(89), code: .badVerificationCode),
        .init(name: "99", step: .requestToken, status: .forbidden, body: twitter(99), code: .badClientCredentials),
        .init(name: "130", status: .serviceUnavailable, body: twitter(130), code: .providerUnavailable),
        .init(name: "131", status: .internalServerError, body: twitter(131), code: .providerUnavailable),
        .init(name: "135", step: .requestToken, status: .unauthorized, body: twitter(135), code: .clockSkew),
        .init(name: "215", status: .badRequest, body: twitter(215), code: .requestRefused),
        .init(name: "220", status: .forbidden, body: twitter(220), code: .insufficientAccessLevel),
        .init(name: "231", status: .forbidden, body: twitter(231), code: .accountLocked),
        .init(name: "326", status: .forbidden, body: twitter(326), code: .accountLocked),
        .init(name: "415", step: .requestToken, status: .forbidden, body: twitter(415), code: .callbackNotApproved),
        .init(
            name: "415 in XML", step: .requestToken, status: .forbidden,
            body:
                #"<?xml version='1.0' encoding='UTF-8'?><errors><error code="415">Callback URL not approved for this client application.</error></errors>"#,
            code: .callbackNotApproved),
        .init(
            name: "415 without its number", step: .requestToken, status: .forbidden,
            body: "Callback URL not approved for this client application.",
            code: .callbackNotApproved),
        .init(name: "416", step: .requestToken, status: .unauthorized, body: twitter(416), code: .appSuspended),
        .init(name: "417", step: .requestToken, status: .forbidden, body: twitter(417), code: .desktopAppOnly),
        .init(
            name: "417 in an old form", step: .requestToken, status: .unauthorized,
            body: "Desktop applications only support the oauth_callback value 'oob'", code: .desktopAppOnly),
        .init(name: "453", status: .forbidden, body: twitter(453), code: .insufficientAccessLevel),
        .init(
            name: "an app outside any project", status: .forbidden,
            body: #"{"client_id":"1","reason":"client-not-enrolled","title":"Client Forbidden","status":403}"#,
            code: .insufficientAccessLevel),
        .init(name: "an unknown number leaves the decision to the status", status: .unauthorized, body: twitter(999), code: .invalidToken),
        .init(
            name: "the oldest text for wrong keys", step: .requestToken, status: .unauthorized,
            body: "Failed to validate oauth signature and token", code: .badClientCredentials),
        .init(
            name: "a text at access_token", step: .accessToken, status: .unauthorized, body: "Invalid request token.",
            code: .badVerificationCode),
        .init(
            name: "a text about the clock", step: .requestToken, status: .unauthorized, body: "Timestamp out of bounds", code: .clockSkew),
        .init(
            name: "a problem report about the clock", step: .requestToken, status: .unauthorized,
            body: "oauth_problem=timestamp_refused&oauth_acceptable_timestamps=1-2", code: .clockSkew),
        .init(
            name: "a problem report about the key", step: .requestToken, status: .unauthorized, body: "oauth_problem=consumer_key_unknown",
            code: .badClientCredentials),
        .init(
            name: "a problem report about the signature at request_token", step: .requestToken, status: .unauthorized,
            body: "oauth_problem=signature_invalid", code: .badClientCredentials),
        .init(
            name: "a problem report about a used token", step: .accessToken, status: .unauthorized, body: "oauth_problem=token_used",
            code: .badVerificationCode),
        .init(
            name: "a problem report in the header only", status: .unauthorized,
            fields: [.wwwAuthenticate: #"OAuth oauth_problem="token_revoked""#],
            body: "", code: .invalidToken),
        .init(name: "status 420 alone", status: .init(code: 420), body: "", code: .rateLimited),
        .init(name: "status 429 alone", status: .tooManyRequests, body: "Too Many Requests", code: .rateLimited),
        .init(name: "a web page with status 502", status: .badGateway, body: "<html>oops</html>", code: .providerUnavailable),
        .init(name: "status 401 alone at request_token", step: .requestToken, status: .unauthorized, body: "", code: .badClientCredentials),
        .init(name: "an unexpected status", status: .init(code: 418), body: "", code: .unexpectedStatus),
        .init(
            name: "a redirection is not followed", status: .found, fields: [.location: "https://evil.example/"], body: "",
            code: .unexpectedStatus),
    ]

    private func error(_ row: Row) -> OAuthError? {
        let twitter = Twitter(consumer: Example.signIn)
        let response = reply(row.status, row.body, row.fields)
        switch row.step {
        case .requestToken: return play(twitter.requestToken(callback: .outOfBand), [response]).error
        case .accessToken: return play(twitter.accessToken(issued: Example.signInRequestToken, verifier: "v"), [response]).error
        case .apiCall:
            // A second response, for the one refusal that leads to a second request.
            return play(twitter.identify(Example.tweeterToken), [response, response]).error
        }
    }

    @Test(arguments: rows) func diagnoses(_ row: Row) {
        let error = error(row)
        #expect(error?.code == row.code)
        #expect(error?.status == row.status.code)
    }

    @Test(arguments: rows.filter { ![.requestRefused, .unexpectedStatus].contains($0.code) })
    func diagnosisHasAHint(_ row: Row) {
        #expect(error(row)?.hint?.isEmpty == false)
    }

    @Test func keepsTheProvidersNumberAndSentence() {
        let found = error(
            .init(
                name: "", step: .requestToken, status: .forbidden, body: Self.twitter(415, "Callback URL not approved"),
                code: .callbackNotApproved))
        #expect(found?.providerCode == 415)
        #expect(found?.detail == "Callback URL not approved")
        #expect(
            found?.description.hasPrefix("callback_not_approved: Callback URL not approved [provider code 415] [HTTP 403] -> Add") == true)
    }

    @Test func saysWhenTheLimitIsLifted() {
        var fields: HTTPFields = [.retryAfter: "120"]
        fields[HTTPField.Name("x-rate-limit-reset")!] = "1318622958"
        let twitter = error(.init(name: "", status: .tooManyRequests, fields: fields, body: Self.twitter(88), code: .rateLimited))
        #expect(twitter?.resetAt == Date(timeIntervalSince1970: 1_318_622_958))
        #expect(twitter?.retryAfterSeconds == 120)

        fields = [.retryAfter: "Fri, 14 Oct 2011 20:09:18 GMT"]
        let dated = error(.init(name: "", status: .tooManyRequests, fields: fields, body: "", code: .rateLimited))
        #expect(dated?.resetAt == Date(timeIntervalSince1970: 1_318_622_958))
        #expect(dated?.retryAfterSeconds == nil)
    }

    @Test(arguments: ["-1", "x", "99999999999999999999", "1e3", ""])
    func ignoresHeadersThatMakeNoSense(_ value: String) {
        var fields: HTTPFields = [.retryAfter: value]
        fields[HTTPField.Name("x-rate-limit-reset")!] = value
        let found = error(.init(name: "", status: .tooManyRequests, fields: fields, body: "", code: .rateLimited))
        #expect(found?.code == .rateLimited)
        #expect(found?.resetAt == nil)
        #expect(found?.retryAfterSeconds == nil)
    }
}
