import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension S3Bucket {
    /// The pages of a list that are read: 200,000 objects.
    private static let maxPages = 200

    /// Returns the size of an object in bytes; `nil` if it does not exist.
    public func size(of key: String) async throws -> Int? {
        do {
            return try await head(key).bytes
        } catch let error as S3Error where error.isMissing {
            // HEAD does not say whether it is the bucket that is missing.
            _ = try await send(Call(method: .GET, query: [("list-type", "2"), ("max-keys", "1")]))
            return nil
        }
    }

    func head(_ key: String) async throws -> (bytes: Int, tag: String?) {
        let headers = try await send(Call(method: .HEAD, key: key)).headers
        guard let bytes = headers.first(name: "content-length").flatMap({ Int($0) }), bytes >= 0 else {
            throw S3Error("\(server) did not send the size of \(bucket.at(key)).")
        }
        return (bytes, headers.first(name: "etag"))
    }

    /// Returns the keys of the objects that begin with a prefix, without those that have a slash after it.
    public func keys(prefix: String) async throws -> [String] {
        try await list(prefix) { $0.children.filter { $0.name == "Contents" }.compactMap { $0["Key"] } }
    }

    /// Returns the parts of keys that begin with a prefix, up to the next slash, which they include.
    public func folders(prefix: String) async throws -> [String] {
        try await list(prefix) { $0.children.filter { $0.name == "CommonPrefixes" }.compactMap { $0["Prefix"] } }
    }

    private func list(_ prefix: String, _ found: (XMLElement) -> [String]) async throws -> [String] {
        var (keys, token): ([String], String?) = ([], nil)
        for _ in 0..<Self.maxPages {
            var query = [("delimiter", "/"), ("list-type", "2"), ("prefix", prefix)]
            if let token { query.append(("continuation-token", token)) }
            let list = try element(try await send(Call(method: .GET, query: query)), named: "ListBucketResult")
            keys += found(list).filter { $0.hasPrefix(prefix) }
            guard list["IsTruncated"] == "true" else { return keys }
            guard let next = list["NextContinuationToken"], !next.isEmpty, next != token else {
                throw S3Error("\(server) sent an incomplete list of \(bucket.at(prefix)).")
            }
            token = next
        }
        throw S3Error("\(bucket.at(prefix)) has too many objects. Use another prefix for backups.")
    }

    /// Writes a small object with one request.
    public func put(_ key: String, _ content: [UInt8]) async throws {
        _ = try await send(Call(method: .PUT, key: key, body: content))
    }

    /// Removes an object, if it exists.
    public func remove(_ key: String) async throws {
        _ = try await send(Call(method: .DELETE, key: key))
    }

    /// Downloads an object. A connection that fails is continued where it ended.
    ///
    /// - Parameter write: Called with each piece. An error ends the operation.
    public func download(_ key: String, _ write: (_ piece: [UInt8]) throws -> Void) async throws {
        let (bytes, tag) = try await head(key)
        var (done, failures) = (0, 0)
        while done < bytes {
            var headers = done == 0 ? [] : [("range", "bytes=\(done)-")]
            if let tag { headers.append(("if-match", tag)) }
            let response = try await repeating { try await start(Call(method: .GET, key: key, headers: headers)) }
            guard response.status == (done == 0 ? .ok : .partialContent) else {
                throw S3Error("\(server) did not send the rest of \(bucket.at(key)).")
            }
            let before = done
            do {
                for try await piece in response.body {
                    done += piece.readableBytes
                    guard done <= bytes else { throw SinkError(S3Error("\(server) sent more of \(bucket.at(key)) than its size.")) }
                    do { try write(Array(buffer: piece)) } catch { throw SinkError(error) }
                }
            } catch let error as SinkError {
                throw error.reason
            } catch {
                let failure = try networkError(error)
                failures = done > before ? 0 : failures + 1
                guard failures < pauses.count else { throw failure }
                try await Task.sleep(for: pauses[failures])
                continue
            }
            guard done == bytes || done > before else {
                throw S3Error("\(server) sent only \(done) of \(bytes) bytes of \(bucket.at(key)).")
            }
        }
    }

    /// An error that is not one of the connection.
    private struct SinkError: Error {
        let reason: any Error
        init(_ reason: any Error) { self.reason = reason }
    }
}
