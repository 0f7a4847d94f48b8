import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import LatchkeyIdentity

@Suite struct RSASigningKeyTests {
    /// Made with `openssl genrsa -traditional 2048`, for this test only.
    private static let pem = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEogIBAAKCAQEAzpQjVYonsVgI6jxz2NQZA4h+pe7BkaWINySnOqoUy9Xuko2U
        oecGGma25axHzxgOF8M+jjzF1Pb2Xip55BhM/Q4O426J65jpvtG70MaR0W23hNDN
        e4QPguZJbuJ48wNlLudjUmyBiDO261sq0Csz2W4t3RgpSzZ8lV97GoEfU2hExAzN
        xym65Uh4e6dXXbmE1OnU4INiYgmnmWnabXo4EQD3tzt4f2iJmSu3YdWNa6H7SZAo
        neZPxWDzFdTLYUSyHCnIOgi3WCJ2b6aLY22bBv8DGVyNdnn8RlkpXy3Fm4cJblWt
        70xHtQs4yuRxPRjFHm3sSYLt2yXrQLZp2JBdrwIDAQABAoIBAEEHfBoE3BrlKiVG
        c3dpyRgGI0wr3S5yq+8j8Cq0+Mfz596liAjxV0f/Vor1UUOdgG41jZ8r/WDdf0/E
        Ukud5LpybvhkRzFtmQNzNYryv1tsjO1X559+wn1D7hDkZQum4XbC6066joooMWhk
        chVGzFMhbnmfjfw5wj0pafC9ffV8l/386Cpr5B+emFn1WS6QfysIF/PVHp4loGaY
        ORcxJgUiXOcpOXRvorLh3EIiX6w0Kdtcn/oUoOyPjJV4LzVPAS9KBWvsrJidBMe/
        i9UdsN/Q0Xj9RiXgQY9H2lJT8mFxNo6u0zSY1ihv+/TNw30z8fH0G/2YZPYAuraW
        +SzU6JECgYEA6jlS7DaMe1QTY1vlVijXFOBfFz3jO//XUEmqdYlBgByvGX9nB8zH
        7agB8VK4VB8sgu9//7W7XliqosCFfJUdhL+6ZiuEjjW49Wth7X8rjutXKpI4qxgq
        Xra9ShgU8D+07CjuR1b7d4I+/heIgTZkXHLlcFvMS4e5agkNY6oG+98CgYEA4cjW
        8/tRIdEkG40YeUmpLiBKzGC6SirTU4FmY70QBXAMrREFC0p8PLw2y4NFevvXQcvQ
        n1pIuWJVIE4A/luA0YtsuZU7OK9v1XL5tCnXEjAyMCYeap2EN5wWRxM/6ZLyHEea
        CuHmP9sQ0gD/kz70ZjbgkZkXy1zzkm5Bt64K2DECgYAr8s+dZOrdJTxyE0cn8IfS
        8frFuKYPlwTGmtvyK+vvZvJv/VjOvNzyueiLaHMPzb2jX98LkwTyQf7ahPdHFg+w
        3ezSyO2ZZXksC5cXYhpBOeVkJoWdjO4+UVmZMoWTQtDm0xNKrYaHuReqw62oWRVh
        x2lHuOHPdksTG1m4zql6zwKBgC/7BSruAkzEa/7q2gOUUr55oEuUVqJCPYxmWELj
        v47YQ+lXT5IZrxMdECvpZo9/CzxxOpFSl1fF/L8TtIRZH6PoFB/QBbjDF2ntuADA
        T3MPCOtQfnA7rwg+REGwZomVb5vw31xmqw5w2D84dRdubnN2P/zQ4syVoTFB+vc0
        phtRAoGALTJ7cu1G9AqWmeZeP7IyksaOTHTU2Gf9uouQN2YFtPZ5kMsoLCSkUi9p
        Mquy63Skyh9pPpLmZwplbm/+twdyWGaWvxFE0wOwTi6E19a+ZB6FMZhVSr5LhsTX
        m/pqHc2DO+DHtVE7gmEUq8jT8oqDGRG9sZKiG9c7x2Olt18kVnw=
        -----END RSA PRIVATE KEY-----
        """

    /// The signature that `openssl dgst -sha256 -sign` makes of `text` with the key.
    private static let signature = """
        QNmNGMNY6siMnNllmnINPDxhBKvr4tg6RLw9HBqMhEzKzMbolG9XRy0Ub2l6E7lvz3wEgAWBPrlg3IwG3ukRdOiDVa4XloRAu+aknz67RA7xbKiKx7THFHIu\
        H3ODmVawA9qni1PNkxHLdnZZy0dbbIY8FBlVtYdSeYi1+Tlky4L6OBDsViIjv3sDcAyZ1KhEoqqkkp+E2At6OozW6rTMtLpff1gBDATpKn0NzpuCn46lOmdS\
        xJWd17hgiGVwPwwO4RwdtkzS/BINBGWMMmNEIeVTYYiRnchz0ziuDJexmrO7F7v1iBY97twRxqlBmEXvaXoebuyMtsifIpQiIarxUQ==
        """
    private static let text = "eyJhbGciOiJSUzI1NiJ9.e30"

    @Test func signatureIsThatOfTheOpenSSLCommand() throws {
        let key = try PrivateSigningKey(pem: Self.pem, algorithm: .rs256)
        #expect(try key.signature(of: Self.text).base64EncodedString() == Self.signature)
    }

    @Test func bothLibrariesMakeTheSameSignature() throws {
        for _ in 0..<3 {
            let key = RSASigningKey(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            let digest = SHA256.hash(data: Array("text \(UInt64.random(in: 0...(.max)))".utf8))
            #expect(try key.signature(for: digest) == key.key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }

    @Test func oneKeySignsOnManyThreads() async throws {
        let key = try PrivateSigningKey(pem: Self.pem, algorithm: .rs256)
        let signatures = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try key.signature(of: Self.text).base64EncodedString() } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(signatures == [Self.signature])
    }

    #if canImport(CLatchkeyCrypto)
    @Test(arguments: ["", "x", "MAo="]) func otherBytesAreNoKey(_ base64: String) throws {
        #expect(NativeRSAKey(der: Data(base64Encoded: base64) ?? Data()) == nil)
        let other = P256.Signing.PrivateKey()
        #expect(NativeRSAKey(der: other.derRepresentation) == nil)
    }
    #endif
}
