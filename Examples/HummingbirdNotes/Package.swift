// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "HummingbirdNotes",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        // A back end only needs the part of Latchkey that verifies tokens.
        .package(name: "latchkey", path: "../..", traits: ["Verifier"]),
    ],
    targets: [
        .executableTarget(
            name: "HummingbirdNotes",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "LatchkeyVerifier", package: "latchkey"),
            ])
    ]
)
