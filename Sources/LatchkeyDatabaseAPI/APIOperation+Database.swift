import HTTPTypes
package import LatchkeyWeb

/// The REST API of the databases, whose port has no router.
extension APIOperation {
    package static let database = [
        data(.get, "readData", "Returns the data at a location", "With `Accept: text/event-stream`, sends changes too.", reading + tags),
        data(.put, "writeData", "Replaces the data at a location", "`null` removes the data.", writing + tags),
        data(.patch, "updateData", "Changes children of a location", "The other children stay. Keys may be paths.", writing),
        data(.post, "pushData", "Adds a child to a location", "The response has its key in `name`; keys sort by time.", writing + tags),
        data(.delete, "deleteData", "Removes the data at a location", "Locations without data do not exist.", writing + tags),
    ]

    private static let reading =
        [
            ("shallow", "`true` for the keys alone, with `true` in place of objects."), ("format", "`export` for priorities too."),
            ("timeout", "How long the read may take, such as `3s`; at most `15min`."), ("download", "The name of a file to save."),
            ("orderBy", "The order: a path, `$key`, `$value` or `$priority`, in quotes."), ("startAt", "The first value, as JSON."),
            ("startAfter", "The value before the first, as JSON."), ("endAt", "The last value, as JSON."),
            ("endBefore", "The value after the last, as JSON."), ("equalTo", "The only value, as JSON."),
            ("limitToFirst", "How many children from the start."), ("limitToLast", "How many children from the end."),
        ].map { APIParameter($0, $1, $0.hasPrefix("limit") ? .integer : .string) }
        + [APIParameter("if-none-match", in: .header, "An ETag, for 304 if it is the current one.")]
    private static let writing = [APIParameter("writeSizeLimit", "`tiny`, `small`, `medium`, `large` or `unlimited`.")]
    private static let tags = [APIParameter("x-firebase-etag", in: .header, "`true` for the ETag of the data in the response.")]
    private static let common = [
        APIParameter("ns", "The name of the database, if it is not the default one."),
        APIParameter("print", "`pretty` for indented JSON, `silent` for status 204 without a body."),
    ]

    private static func data(
        _ method: HTTPRequest.Method, _ id: String, _ summary: String, _ details: String, _ parameters: [APIParameter]
    ) -> APIOperation {
        let (hasBody, isConditional) = (method != .get && method != .delete, method == .put || method == .delete)
        let words = APIWords(
            id, .database, summary, details + " Firebase's Database REST API.", request: hasBody ? #"{"name":"Ada"}"# : nil,
            reply: method == .post ? #"{"name":"-Nabc"}"# : method == .delete ? "null" : #"{"name":"Ada"}"#)
        var operation = APIOperation(
            method: method, path: "/:path.json", words: words, access: .rules, input: hasBody ? .anyJSON : .nothing,
            output: method == .post ? .json(PushedData.self) : .anyJSON, refusal: .only(DatabaseErrorReply.self),
            furtherRefusals: isConditional ? [412] : [])
        operation.parameters = common + parameters
        if isConditional { operation.parameters.append(APIParameter("if-match", in: .header, "The ETag that the data must have.")) }
        operation.furtherSuccesses = method == .get ? [204, 304] : [204]
        return operation
    }
}

struct PushedData: Codable { let name: String }
struct DatabaseErrorReply: Codable { let error: String }
