import LatchkeySecrets

extension ProviderErrorBody {
    /// Reads a JSON body; `nil` when it is not JSON or contains no error.
    init?(json body: [UInt8]) {
        guard let read = try? UniqueJSON.decode(ErrorObject.self, from: body), read.error != ProviderErrorBody() else {
            return nil
        }
        self = read.error
    }
}

/// Reads every member with a known name and type and ignores all others.
private struct ErrorObject: Decodable {
    var error = ProviderErrorBody()

    private enum Key: String, CodingKey {
        case errors, error, message, title, detail, reason, code
        case description = "error_description"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) -> String? { try? members.decode(String.self, forKey: key) }

        error.word = text(.error) ?? text(.reason)
        error.message = text(.description) ?? text(.errors) ?? text(.message) ?? text(.detail) ?? text(.title)
        // An "error" with spaces and capitals is a message; Twitter's old API sent these.
        if let word = error.word, word.contains(" ") {
            error.message = error.message ?? word
            error.word = nil
        }
        let items = (try? members.decode([Item].self, forKey: .errors)) ?? []
        let nested = items.first ?? (try? members.decode(Item.self, forKey: .error))
        error.number = nested?.number ?? (try? members.decode(Int.self, forKey: .code))
        error.message = error.message ?? nested?.message
    }

    private struct Item: Decodable {
        var number: Int?
        var message: String?

        private enum Key: String, CodingKey {
            case code, message, detail
        }

        init(from decoder: any Decoder) throws {
            guard let members = try? decoder.container(keyedBy: Key.self) else {
                message = try? decoder.singleValueContainer().decode(String.self)
                return
            }
            number = (try? members.decode(Int.self, forKey: .code)) ?? (try? members.decode(String.self, forKey: .code)).flatMap { Int($0) }
            message = (try? members.decode(String.self, forKey: .message)) ?? (try? members.decode(String.self, forKey: .detail))
        }
    }
}
