import LatchkeyBackup

/// An archive below a prefix of a bucket.
struct S3Archive: ArchiveTarget {
    let place: S3Place
    let bucket: S3Bucket
    let pace = Duration.milliseconds(400)

    private var start: String { place.appending("").key }
    private func key(_ name: String, _ folder: String) -> String { place.appending(folder).appending(name).key }

    func folders() async throws -> [String] {
        try await bucket.folders(prefix: start).map { String($0.dropFirst(start.count).dropLast()) }
    }

    func names(in folder: String) async throws -> [String] {
        let start = key("", folder)
        return try await bucket.keys(prefix: start).map { String($0.dropFirst(start.count)) }
    }

    func write(_ content: [UInt8], as name: String, in folder: String) async throws {
        try await bucket.put(key(name, folder), content)
    }

    func write(file: String, size: Int, through sealing: ArchiveSealing, as name: String, in folder: String) async throws {
        var input = try TransformedInput(file, through: sealing)
        try await bucket.upload(key(name, folder), size: sealing.length(of: size), read: { try input.read($0) }) { _ in }
    }

    func read(_ name: String, in folder: String, _ write: ([UInt8]) throws -> Void) async throws {
        try await bucket.download(key(name, folder), write)
    }

    func remove(_ folder: String) async throws {
        let names = try await names(in: folder)
        for name in names.filter({ $0 == ArchiveObject.snapshot }) + names.filter({ $0 != ArchiveObject.snapshot }) {
            try await bucket.remove(key(name, folder))
        }
    }
}
