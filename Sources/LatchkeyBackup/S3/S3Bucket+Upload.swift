import NIOHTTP1

extension S3Bucket {
    /// The size of an upload in one request, and of the parts of larger ones. Parts of S3 have at least 5 MiB, and there are at most 10,000.
    static let partBytes = 8 * 1_048_576
    private static let maxParts = 9_000

    /// Uploads an object, in parts of which one is in memory, and checks its size afterwards. The parts are removed if the upload fails.
    ///
    /// - Parameters:
    ///   - size: The number of bytes.
    ///   - read: Returns the next bytes: as many as requested, or the last ones.
    ///   - progress: Called with the number of uploaded bytes.
    /// - Throws: ``S3Error``, or an error of `read`.
    public func upload(
        _ key: String, size: Int, read: (_ count: Int) throws -> [UInt8], progress: (_ done: Int) throws -> Void
    ) async throws {
        let part = max(Self.partBytes, (size / Self.maxParts / 1_048_576 + 1) * 1_048_576)
        let first = try read(part)
        let tag: String?
        if first.count < part || size == part {
            tag = try await send(Call(method: .PUT, key: key, body: first)).headers.first(name: "etag")
            try progress(first.count)
        } else {
            tag = try await uploadParts(key, first: first, read: { try read(part) }, progress: progress)
        }
        let stored = try await head(key)
        guard stored.bytes == size, tag == nil || stored.tag == tag else {
            throw S3Error("\(bucket.at(key)) has \(stored.bytes) bytes at \(server) instead of \(size), or was replaced.")
        }
    }

    private func uploadParts(
        _ key: String, first: [UInt8], read: () throws -> [UInt8], progress: (Int) throws -> Void
    ) async throws -> String? {
        let reply = try element(
            try await send(Call(method: .POST, key: key, query: [("uploads", "")])), named: "InitiateMultipartUploadResult")
        guard let id = reply["UploadId"], !id.isEmpty else { throw S3Error("\(server) did not name the upload.") }
        do {
            var (part, tags, done) = (first, [String](), 0)
            while !part.isEmpty {
                try Task.checkCancellation()
                let query = [("partNumber", "\(tags.count + 1)"), ("uploadId", id)]
                guard let tag = try await send(Call(method: .PUT, key: key, query: query, body: part)).headers.first(name: "etag") else {
                    throw S3Error("\(server) did not confirm a part of \(bucket.at(key)).")
                }
                tags.append(tag)
                done += part.count
                try progress(done)
                part = try read()
            }
            return try await complete(key, id: id, tags: tags)
        } catch {
            // This must also be sent if the task is cancelled. A server that cannot be reached keeps the parts.
            await Task { _ = try? await start(Call(method: .DELETE, key: key, query: [("uploadId", id)])) }.value
            throw error
        }
    }

    private func complete(_ key: String, id: String, tags: [String]) async throws -> String? {
        let parts = tags.enumerated().map { "<Part><PartNumber>\($0 + 1)</PartNumber><ETag>\(Self.escaped($1))</ETag></Part>" }
        let body = "<CompleteMultipartUpload>" + parts.joined() + "</CompleteMultipartUpload>"
        return try await repeating {
            let reply = try await send(Call(method: .POST, key: key, query: [("uploadId", id)], body: Array(body.utf8)))
            return try element(reply, named: "CompleteMultipartUploadResult")["ETag"]
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
