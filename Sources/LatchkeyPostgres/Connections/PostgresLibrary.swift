#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The functions of libpq, PostgreSQL's client library, under the names that they have there without `PQ`.
///
/// The library is loaded when a store in PostgreSQL is opened, not with the program: it needs about twenty other libraries, among them
/// those of Kerberos and LDAP.
final class PostgresLibrary: Sendable {
    typealias Text = UnsafePointer<CChar>

    let connectdbParams: @convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, Int32) -> OpaquePointer?
    let parameterStatus: @convention(c) (OpaquePointer, Text) -> Text?
    private let conninfoParse: @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> UnsafeMutableRawPointer?
    private let conninfoFree: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let finish: @convention(c) (OpaquePointer) -> Void
    let status: @convention(c) (OpaquePointer) -> Int32
    let db: @convention(c) (OpaquePointer) -> Text?
    let errorMessage: @convention(c) (OpaquePointer) -> Text?
    let transactionStatus: @convention(c) (OpaquePointer) -> Int32
    let consumeInput: @convention(c) (OpaquePointer) -> Int32
    let setNoticeProcessor:
        @convention(c) (OpaquePointer, @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void, UnsafeMutableRawPointer?)
            -> UnsafeMutableRawPointer?
    let setnonblocking: @convention(c) (OpaquePointer, Int32) -> Int32
    let flush: @convention(c) (OpaquePointer) -> Int32
    let socket: @convention(c) (OpaquePointer) -> Int32
    let isBusy: @convention(c) (OpaquePointer) -> Int32
    let getResult: @convention(c) (OpaquePointer) -> OpaquePointer?
    let sendQuery: @convention(c) (OpaquePointer, Text) -> Int32
    let sendPrepare: @convention(c) (OpaquePointer, Text, Text, Int32, UnsafePointer<UInt32>?) -> Int32
    let sendDescribePrepared: @convention(c) (OpaquePointer, Text) -> Int32
    let sendQueryPrepared:
        @convention(c) (
            OpaquePointer, Text, Int32, UnsafePointer<Text?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
        ) -> Int32
    let enterPipelineMode: @convention(c) (OpaquePointer) -> Int32
    let exitPipelineMode: @convention(c) (OpaquePointer) -> Int32
    let pipelineStatus: @convention(c) (OpaquePointer) -> Int32
    let pipelineSync: @convention(c) (OpaquePointer) -> Int32
    let sendFlushRequest: @convention(c) (OpaquePointer) -> Int32
    let clear: @convention(c) (OpaquePointer?) -> Void
    let resultStatus: @convention(c) (OpaquePointer?) -> Int32
    let resultErrorField: @convention(c) (OpaquePointer?, Int32) -> Text?
    let paramtype: @convention(c) (OpaquePointer?, Int32) -> UInt32
    let ntuples: @convention(c) (OpaquePointer?) -> Int32
    let cmdTuples: @convention(c) (OpaquePointer?) -> Text?
    let fname: @convention(c) (OpaquePointer?, Int32) -> Text?
    let ftype: @convention(c) (OpaquePointer?, Int32) -> UInt32
    let getisnull: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
    let getvalue: @convention(c) (OpaquePointer?, Int32, Int32) -> Text?
    let getlength: @convention(c) (OpaquePointer?, Int32, Int32) -> Int32

    /// The library; it stays loaded.
    static let loaded = Result<PostgresLibrary, PostgresError> { () throws(PostgresError) in try PostgresLibrary() }

    #if canImport(Darwin)
    private static let name = "libpq.5.dylib"
    #else
    private static let name = "libpq.so.5"
    #endif

    private init() throws(PostgresError) {
        guard let library = dlopen(Self.name, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "unknown error"
            throw PostgresError(
                message: "PostgreSQL's client library cannot be loaded: \(reason). Install it (Debian: libpq5)", isOfLibrary: true)
        }
        func function<Function>(_ name: String, _: Function.Type = Function.self) throws(PostgresError) -> Function {
            guard let address = dlsym(library, "PQ" + name) else {
                throw PostgresError(
                    message: "\(Self.name) has no function PQ\(name). Install the client library of PostgreSQL 14 or later",
                    isOfLibrary: true)
            }
            return unsafeBitCast(address, to: Function.self)
        }
        connectdbParams = try function("connectdbParams")
        parameterStatus = try function("parameterStatus")
        conninfoParse = try function("conninfoParse")
        conninfoFree = try function("conninfoFree")
        finish = try function("finish")
        status = try function("status")
        db = try function("db")
        errorMessage = try function("errorMessage")
        transactionStatus = try function("transactionStatus")
        consumeInput = try function("consumeInput")
        setNoticeProcessor = try function("setNoticeProcessor")
        setnonblocking = try function("setnonblocking")
        flush = try function("flush")
        socket = try function("socket")
        isBusy = try function("isBusy")
        getResult = try function("getResult")
        sendQuery = try function("sendQuery")
        sendPrepare = try function("sendPrepare")
        sendDescribePrepared = try function("sendDescribePrepared")
        sendQueryPrepared = try function("sendQueryPrepared")
        enterPipelineMode = try function("enterPipelineMode")
        exitPipelineMode = try function("exitPipelineMode")
        pipelineStatus = try function("pipelineStatus")
        pipelineSync = try function("pipelineSync")
        sendFlushRequest = try function("sendFlushRequest")
        clear = try function("clear")
        resultStatus = try function("resultStatus")
        resultErrorField = try function("resultErrorField")
        paramtype = try function("paramtype")
        ntuples = try function("ntuples")
        cmdTuples = try function("cmdTuples")
        fname = try function("fname")
        ftype = try function("ftype")
        getisnull = try function("getisnull")
        getvalue = try function("getvalue")
        getlength = try function("getlength")
    }
}

extension PostgresLibrary {
    /// A record of libpq (`PQconninfoOption`): keyword, three texts of which the last is the value, two more texts, and a number.
    private enum OptionLayout {
        static let value = 3 * MemoryLayout<Text?>.stride
        static let stride = 7 * MemoryLayout<Text?>.stride
    }

    /// Returns the options that an address sets; `nil` if it cannot be parsed.
    func options(of address: String) -> [(keyword: String, value: String)]? {
        guard let records = conninfoParse(address, nil) else { return nil }
        defer { conninfoFree(records) }
        var (options, record): ([(keyword: String, value: String)], UnsafeRawPointer) = ([], UnsafeRawPointer(records))
        while let keyword = record.load(as: Text?.self) {
            if let value = record.load(fromByteOffset: OptionLayout.value, as: Text?.self) {
                options.append((String(cString: keyword), String(cString: value)))
            }
            record += OptionLayout.stride
        }
        return options
    }

    /// Connects to a server.
    func connect(_ options: [(keyword: String, value: String)]) -> OpaquePointer? {
        let texts = options.flatMap { [$0.keyword, $0.value] }.map { Array($0.utf8CString) }
        let flat = texts.flatMap(\.self)
        return flat.withUnsafeBufferPointer { buffer in
            var (pointers, start): ([Text?], Int) = ([], 0)
            for text in texts {
                pointers.append(buffer.baseAddress.map { $0 + start })
                start += text.count
            }
            let keywords = stride(from: 0, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
            let values = stride(from: 1, to: pointers.count, by: 2).map { pointers[$0] } + [nil]
            return connectdbParams(keywords, values, 0)
        }
    }
}

/// Values of libpq's enumerations (`libpq-fe.h`).
enum PostgresStatus {
    static let connectionOK: Int32 = 0
    static let commandOK: Int32 = 1
    static let tuplesOK: Int32 = 2
    static let pipelineSync: Int32 = 10
    static let pipelineOff: Int32 = 0
    static let idle: Int32 = 0
    static let inTransaction: Int32 = 2
}
