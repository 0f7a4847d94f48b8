/// A key pair made for these tests with OpenSSL; it protects nothing.
enum TestRSAKey {
    static let privatePEM = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCshyJIhLUznBJa
        zVkCa0LaRaOWwzrWWZvGq90rb4RervilkJD/bODs/IB/82mY/fw90rSHe9U7X1mA
        JyGK0v/sLLl/nFOSsUubH9Fv2rBKs2KUpHK1MUdjUAryUFjk4oBmG0zv2/5wUmUD
        5FhOiZiwFqbGEDZlfUtz0+bA52gVa4TZVBVHbMjSWg/1TwcORbAk6rQJw/fYV2nv
        IOVtJkWH6BRzZG9JWcrFQuQ78clp9JISWBeBsryW/CdNAw5j8GEvhDL4De4qroD9
        RwlwaO6toVYgDzKxUb/h3Rxvow6rQN4jK7sosXL41heUXOLpc8n++uRXwrnkV/u5
        tj+oldJfAgMBAAECggEATtAEd0A4TnUzZUt9J7+78F3zlwFkNVsF8EG+bQMqYt5n
        M6rQsf4Y2emXAdw+FueffNZuJZ4KEG9EQWiex/4PbuIXcxYEj3RyZ1CnqgMqmVVM
        6T4eMGtsgw+jkIHnuddGdF5wTPogR0s8XgTH2ki8+WO/l6b8UmxkNWtNdD3BrFaK
        0rvj2BFSA4ECz7Dp6WnAXJNvTLd1BcZKmJyGB9MsHAKnxHsUihLUNz44wVRq7eFY
        pH2bVHrdhY5EVAoj/A07bfv2eVBCCeVr7ZQuv3CKT8Zfg3FatLfDIVmuEIeH8cbz
        RF7awwSP/KhoGf7otJ5WyuxuOfE+gB9b0ccVXr3RAQKBgQDkZtPRKT71KhDv/UjQ
        /KiMIA2S59+HAn9lsL4koww2RgbxZBT02Gj7CSr5kpJm+1u3imz/+6D+D1T1MVL4
        f5IbjaOf1QX6DWK3WbXaBHSRToiuCHAVDuyBF8O3QIChQFDCAlkmpsR8WDNMWzIf
        R1XXyoGVcnLofU6NTpM76rcVwQKBgQDBX/TUFT3m6D0H851CcqdNHMHNLWVBXeEL
        E6fFdJB5d8LnCgTI+xia+XOifrXMeqJxgkXErkqkg55sY6HJvDPLh9pqAz/QdJbd
        8pPVUH6ruu2iUDjGq4YiPJcZm8l5zjUbiRNNMXdppSoh9hWV/faDj69+n9BRlmS9
        TOSH+dYwHwKBgCcVzaOaalKr+zAGaQKSaglopsn/8gl5jPGK+E7us/VJsIB4fvmT
        Wwuyeu8wfOswknZrMtHvbpJrbz9yTF+H/SnH6Ds+ygILblwv9uWzI3uGM++MNBn2
        btR8i5p9aEWv6uH4YucxXKhms4iaho5Bt9fwqJI5fp54awvVaW60cNZBAoGBAI9u
        wGfrVZ4HlvVl8riN2KBu+yVYTam9m6Yeryvb+SnP9kZu/PuinC6fZvEZsXl5YTJ2
        oY9whDcg1YqqICBFs9l87DoELPpO8HSycIsiCMMShR8HCAX8xiJw9Nbu4fOyS1wg
        QavZTCyVcPn90ScPWCFfm5l9qwRJXHG5Li3Z19CbAoGACz6GiDR6XNwtX7AxMoYD
        x4xdBom8p0YKeM1oaIrAeAJ1t1Hi2FnZDfFV7iRH8efLvdfk8QJsT4qGKpS6vudT
        /krQKDZpjEzcgPX4gZuTdzeMnUCG8h1GuNAT7a7uiXYFJkSYJR0Gn0SVEW9FvR3b
        7daf7CAY0pVwPyPzkbB3/UU=
        -----END PRIVATE KEY-----
        """

    static let publicPEM = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArIciSIS1M5wSWs1ZAmtC
        2kWjlsM61lmbxqvdK2+EXq74pZCQ/2zg7PyAf/NpmP38PdK0h3vVO19ZgCchitL/
        7Cy5f5xTkrFLmx/Rb9qwSrNilKRytTFHY1AK8lBY5OKAZhtM79v+cFJlA+RYTomY
        sBamxhA2ZX1Lc9PmwOdoFWuE2VQVR2zI0loP9U8HDkWwJOq0CcP32Fdp7yDlbSZF
        h+gUc2RvSVnKxULkO/HJafSSElgXgbK8lvwnTQMOY/BhL4Qy+A3uKq6A/UcJcGju
        raFWIA8ysVG/4d0cb6MOq0DeIyu7KLFy+NYXlFzi6XPJ/vrkV8K55Ff7ubY/qJXS
        XwIDAQAB
        -----END PUBLIC KEY-----
        """

    /// The output of `openssl dgst -sha1 -sign` for ``signedBaseString`` with that key.
    static let signature =
        "MOc5hymg5S3jazI8HO+LrPOG/sGsiBgTW219I3Ic8QLJ3lZiSTmCCQbJQbjDu2I+UnKKp7vmxtzslbNhYY17nuwmSv0kVnpCh2KUHEvBs9OxGJ"
        + "JrUyR2OjeJQJ0TmX5k6wcGoX2PBHjJzIAaWW9ckJpjPAjrICApzCa2m3m/tgZ6vuTlldAVKmLCx8IG8GuM0A4OJ0a4S69tTitrcM/H+BiHYyeX"
        + "8aOkhlfEx6r0FkDpy/yWWsxyrTIRQntGbNNIzc9ICBW+0mqxSDgLAQ56tTUVLNoJVrKQdJWAoyA0/fEeA55YtD41VsvziSP8T2HlHpcZW0rdbU3fvRyvA3M/hA=="

    static let signedBaseString =
        "GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce"
        + "%3D13917289812797014437%26oauth_signature_method%3DRSA-SHA1%26oauth_timestamp%3D1196666512%26oauth_version%3D1.0"
        + "%26size%3Doriginal"
}
