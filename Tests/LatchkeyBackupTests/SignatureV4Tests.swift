import Foundation
import LatchkeySecrets
import Testing

@testable import LatchkeyBackup

/// The examples of Amazon S3, "Signature Calculations for the Authorization Header: Transferring Payload in a Single Chunk".
@Suite struct SignatureV4Tests {
    private let signer = SignatureV4(
        credentials: S3Credentials(keyID: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")
    private let time = Date(timeIntervalSince1970: 1_369_353_600)  // 2013-05-24T00:00:00Z

    private func authorization(
        _ method: String, _ path: String, _ query: [(String, String)] = [], headers: [(String, String)] = [], body: String = ""
    ) throws -> String {
        let request = SignatureV4.Request(
            method: method, path: path, query: query, headers: [("host", "examplebucket.s3.amazonaws.com")] + headers,
            body: Array(body.utf8))
        return try #require(signer.headers(for: request, at: time).first { $0.0 == "Authorization" }).1
    }

    @Test func `GET Object`() throws {
        #expect(
            try authorization("GET", "/test.txt", headers: [("Range", "bytes=0-9")])
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func `PUT Object`() throws {
        let headers = [("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")]
        #expect(
            try authorization("PUT", "/test$file.text", headers: headers, body: "Welcome to Amazon S3.")
                .hasSuffix("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func `GET Bucket Lifecycle`() throws {
        #expect(
            try authorization("GET", "/", [("lifecycle", "")])
                .hasSuffix("Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
    }

    @Test func `List Objects`() throws {
        #expect(
            try authorization("GET", "/", [("prefix", "J"), ("max-keys", "2")])
                .hasSuffix("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }

    @Test func `the URL is encoded as it is signed`() {
        let request = SignatureV4.Request(method: "GET", path: "/b/a b+ü/c", query: [("z", "1/2=&"), ("a", "")], headers: [])
        #expect(request.target == "/b/a%20b%2B%C3%BC/c?a=&z=1%2F2%3D%26")
    }
}
