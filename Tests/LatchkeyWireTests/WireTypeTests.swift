import LatchkeyWire
import Testing

private func text(_ value: some Encodable) throws -> String {
    String(decoding: try WireEncoder.encode(value), as: UTF8.self)
}

@Suite struct WireTypeTests {
    @Test func absentMembersAreLeftOut() throws {
        #expect(try text(SignUpRequest(returnSecureToken: true)) == #"{"returnSecureToken":true}"#)
        #expect(try text(SignInWithIdpReply()) == #"{"kind":"identitytoolkit#VerifyAssertionResponse"}"#)
        #expect(
            try text(SignInWithPasswordReply(localId: "u"))
                == #"{"kind":"identitytoolkit#VerifyPasswordResponse","localId":"u","registered":true}"#)
    }

    @Test func flagsThatClientsLookForByPresenceAreNeverFalse() throws {
        var reply = SignInWithIdpReply(kind: nil, emailRecycled: false, isNewUser: false, needConfirmation: false)
        #expect(try text(reply) == "{}")
        reply.needConfirmation = true
        #expect(try text(reply) == #"{"needConfirmation":true}"#)
        reply.needConfirmation = false
        reply.isNewUser = false
        #expect(try text(reply) == "{}")
    }

    @Test func emptyUsersAreOmitted() throws {
        let kind = #""kind":"identitytoolkit#GetAccountInfoResponse""#
        #expect(try text(LookupReply(users: [])) == "{\(kind)}")
        var reply = LookupReply(users: [UserInfo(localId: "u")])
        #expect(try text(reply) == #"{\#(kind),"users":[{"localId":"u"}]}"#)
        reply.users = []
        #expect(try text(reply) == "{\(kind)}")
    }

    @Test func tokenReplyIsInSnakeCase() throws {
        let reply = TokenReply(
            accessToken: "T", expiresIn: "3600", refreshToken: "R", idToken: "T", userId: "u", projectId: "12345")
        let json =
            #"{"access_token":"T","expires_in":"3600","id_token":"T","project_id":"12345","refresh_token":"R","#
            + #""token_type":"Bearer","user_id":"u"}"#
        #expect(try text(reply) == json)
        #expect(try WireDecoder.decode(TokenReply.self, from: Array(json.utf8)) == reply)
    }

    @Test func tokenRequestIsInCamelCase() throws {
        #expect(try text(TokenRequest(refreshToken: "R")) == #"{"grantType":"refresh_token","refreshToken":"R"}"#)
    }

    @Test func aMissingGrantTypeIsSeen() throws {
        #expect(try WireDecoder.decode(TokenRequest.self, from: Array("{}".utf8)) == TokenRequest(grantType: nil))
    }

    @Test func bothNamesOfTheTwitterUserAreWritten() throws {
        #expect(
            try text(SignInWithIdpReply(kind: nil, screenName: "ann", username: "ann"))
                == #"{"screenName":"ann","username":"ann"}"#)
    }

    @Test func addressesKeepTheirSlashes() throws {
        #expect(
            try text(SignInWithIdpRequest(requestUri: "http://localhost")) == #"{"requestUri":"http://localhost"}"#)
    }

    @Test func markersOfFactorsAreObjects() throws {
        #expect(try text(MfaEnrollment(totpInfo: TotpFactor())) == #"{"totpInfo":{}}"#)
    }

    @Test func attributesAreWrittenByName() throws {
        #expect(
            try text(UpdateRequest(deleteAttribute: [.displayName, .photoURL]))
                == #"{"deleteAttribute":["DISPLAY_NAME","PHOTO_URL"]}"#)
    }

    @Test func pendingTokenOfALookupIsOurOwnMember() throws {
        #expect(
            try text(CreateAuthUriRequest(identifier: "a@example.com", pendingToken: "p"))
                == #"{"identifier":"a@example.com","pendingToken":"p"}"#)
    }
}
