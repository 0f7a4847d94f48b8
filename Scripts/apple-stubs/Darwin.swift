// What Foundation exports on Apple's systems and not on Linux: POSIX by this name, and URLSession. Scripts/check-apple compiles it.

public import Foundation
@_exported public import FoundationNetworking
@_exported public import Glibc

/// From <sys/syslimits.h>.
public let OPEN_MAX: Int32 = 10240

/// From <sys/socket.h>.
public let SO_NOSIGPIPE: Int32 = 0x1022

public typealias CFTypeID = UInt

public func CFGetTypeID(_ value: AnyObject?) -> CFTypeID { 0 }
public func CFBooleanGetTypeID() -> CFTypeID { 0 }

extension URLSession {
    public struct AsyncBytes: AsyncSequence, Sendable {
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> UInt8? { nil }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    public func bytes(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) { throw URLError(.unknown) }

    public func bytes(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) { throw URLError(.unknown) }
}
