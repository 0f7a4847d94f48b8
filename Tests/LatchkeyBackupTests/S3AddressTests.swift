import LatchkeySecrets
import Testing

@testable import LatchkeyBackup

@Suite struct S3AddressTests {
    @Test(arguments: [
        ("https://minio.example.org", "minio.example.org"), ("https://minio.example.org:443/", "minio.example.org"),
        ("http://127.0.0.1:9000", "127.0.0.1:9000"), ("http://[::1]:9000", "[::1]:9000"), ("https://MINIO:9000", "minio:9000"),
    ])
    func `an endpoint is a host with a port`(text: String, authority: String) {
        #expect(S3Endpoint(text)?.authority == authority)
    }

    @Test(arguments: [
        "", "minio.example.org", "ftp://minio", "https://", "https://user@minio", "https://minio/path", "https://minio?x",
        "https://minio:0",
        "https://minio:x", "https://mi nio", "https://[::1", "https://[::1]9000", "https://minio:9000:1",
    ])
    func `other endpoints are refused`(text: String) {
        #expect(S3Endpoint(text) == nil)
    }

    @Test(arguments: [
        ("s3://backups", "backups", ""), ("s3://backups/", "backups", ""), ("s3://my.backups-1/a/b c/", "my.backups-1", "a/b c"),
        ("s3://backups/latchkey.db", "backups", "latchkey.db"),
    ])
    func `a place is a bucket and a key`(text: String, bucket: String, key: String) throws {
        let place = try #require(S3Place(text))
        #expect(place.bucket == bucket && place.key == key)
    }

    @Test(arguments: [
        "s3:/backups", "s3://", "s3://ab", "s3://Backups", "s3://-backups", "s3://back..ups", "s3://back_ups", "s3://backups//a",
        "s3://backups/a/../b",
        "s3://backups/./b", "s3://backups/a\nb", "s3://backups/" + String(repeating: "a", count: 1000), "backups",
    ])
    func `other places are refused`(text: String) {
        #expect(S3Place(text) == nil)
    }

    @Test func `the bucket is part of the host at Amazon, and of the path elsewhere`() {
        let credentials = S3Credentials(keyID: "id", secretKey: "key")
        let amazon = S3Access(endpoint: nil, region: "eu-central-1", credentials: credentials)
        #expect(
            amazon.address(of: "backups") == ("https://backups.s3.eu-central-1.amazonaws.com", "backups.s3.eu-central-1.amazonaws.com", ""))
        // The certificate does not fit a name with dots.
        #expect(
            amazon.address(of: "my.backups") == ("https://s3.eu-central-1.amazonaws.com", "s3.eu-central-1.amazonaws.com", "/my.backups"))
        let other = S3Access(endpoint: S3Endpoint("http://127.0.0.1:9000"), region: "us-east-1", credentials: credentials)
        #expect(other.address(of: "backups") == ("http://127.0.0.1:9000", "127.0.0.1:9000", "/backups"))
    }
}
