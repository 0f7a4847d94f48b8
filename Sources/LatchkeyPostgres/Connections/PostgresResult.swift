import LatchkeySQL

/// The result of a statement.
final class PostgresResult {
    private let handle: OpaquePointer?
    private let library: PostgresLibrary
    let statement: String

    init(_ handle: OpaquePointer?, of statement: String, _ library: PostgresLibrary) {
        self.handle = handle
        self.statement = statement
        self.library = library
    }

    deinit {
        library.clear(handle)
    }

    var isSuccess: Bool { [PostgresStatus.commandOK, PostgresStatus.tuplesOK].contains(library.resultStatus(handle)) }

    var isSynchronization: Bool { library.resultStatus(handle) == PostgresStatus.pipelineSync }

    /// The number of rows.
    var count: Int32 { library.ntuples(handle) }
    /// The number of rows that the statement changed.
    var changedRows: Int { library.cmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Returns a part of the error (`PG_DIAG_SQLSTATE` and the like).
    func errorField(_ code: Unicode.Scalar) -> String? {
        library.resultErrorField(handle, Int32(code.value)).map { String(cString: $0) }
    }

    func typeOfParameter(_ index: Int32) -> PostgresType? { PostgresType(rawValue: library.paramtype(handle, index)) }

    func value(at column: Int32, of row: Int32) -> StoredValue? {
        guard library.getisnull(handle, row, column) == 0 else { return .null }
        guard let type = PostgresType(rawValue: library.ftype(handle, column)), let start = library.getvalue(handle, row, column) else {
            return nil
        }
        return type.decode(UnsafeRawBufferPointer(start: start, count: Int(library.getlength(handle, row, column))))
    }

    func name(of column: Int32) -> String? { library.fname(handle, column).map { String(cString: $0) } }
}

/// A row of a result.
struct PostgresRow: SQLRow {
    let result: PostgresResult
    let index: Int32

    func value(at column: Int32) -> StoredValue? { result.value(at: column, of: index) }
    func name(of column: Int32) -> String? { result.name(of: column) }
    var statement: String { result.statement }
}
