import LatchkeyTree

/// The members of a map in `auth`. Names are compared by code units, unlike the keys of a `Dictionary` of strings.
public struct AuthMembers: Sendable, Equatable {
    /// The members in ascending order of their names, which are unique.
    private let members: [(name: String, value: AuthValue)]

    /// The number of members up to which a linear search is used.
    private static let fewMembers = 8

    /// Creates members from a dictionary.
    public init(_ members: [String: AuthValue]) {
        self.init(members.map { ($0.key, $0.value) })
    }

    /// Creates members from pairs. If a name occurs more than once, the last value is used.
    public init(_ members: [(String, AuthValue)]) {
        var result: [(name: String, value: AuthValue)] = []
        let sorted = members.enumerated().sorted { left, right in
            TextOrder.same(left.element.0, right.element.0)
                ? left.offset < right.offset : TextOrder.precedes(left.element.0, right.element.0)
        }
        for (_, (name, value)) in sorted {
            if let last = result.last, TextOrder.same(last.name, name) {
                result[result.count - 1].value = value
            } else {
                result.append((name, value))
            }
        }
        self.members = result
    }

    /// The value of the member with this name, or nil if there is none.
    public subscript(name: String) -> AuthValue? {
        index(of: name).map { members[$0].value }
    }

    /// Whether a member is a string with this text.
    func has(_ name: String, _ text: String) -> Bool {
        guard let index = index(of: name), case .string(let member) = members[index].value else { return false }
        return TextOrder.same(member, text)
    }

    /// The names in ascending order of their code units.
    public var allNames: [String] { members.map(\.name) }

    private func index(of name: String) -> Int? {
        if members.count <= Self.fewMembers {
            // Lengths usually differ and are cheap to compare.
            let count = name.utf8.count
            for index in members.indices where members[index].name.utf8.count == count && TextOrder.same(members[index].name, name) {
                return index
            }
            return nil
        }
        var low = 0
        var high = members.count
        while low < high {
            let middle = (low + high) / 2
            if TextOrder.precedes(members[middle].name, name) { low = middle + 1 } else { high = middle }
        }
        return low < members.count && TextOrder.same(members[low].name, name) ? low : nil
    }

    /// Whether both have the same names and values.
    public static func == (left: AuthMembers, right: AuthMembers) -> Bool {
        left.members.count == right.members.count
            && zip(left.members, right.members).allSatisfy { TextOrder.same($0.name, $1.name) && $0.value == $1.value }
    }
}
