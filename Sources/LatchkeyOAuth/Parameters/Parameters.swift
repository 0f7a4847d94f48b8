/// An ordered list of parameters that keeps duplicates, as required for OAuth 1.0a signatures (RFC 5849, section 3.4.1.3).
public struct Parameters: Hashable, Sendable {
    private var pairs: [Parameter]

    /// Creates a list of the pairs in the given order.
    public init(_ pairs: some Sequence<Parameter>) {
        self.pairs = Array(pairs)
    }

    /// The value of the first parameter with this name.
    public subscript(name: String) -> String? {
        for pair in pairs where pair.name == name { return pair.value }
        return nil
    }

    /// Returns all values with this name, in order.
    public func values(of name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// Returns the value if the name appears exactly once; otherwise `nil`, so that an injected duplicate is never ignored.
    public func only(_ name: String) -> String? {
        let all = values(of: name)
        return all.count == 1 ? all[0] : nil
    }

    /// The first name that appears twice; `nil` if all are unique.
    public var firstRepeatedName: String? {
        var seen: Set<String> = []
        return pairs.first { !seen.insert($0.name).inserted }?.name
    }

    /// Appends a parameter, even if the name already exists.
    public mutating func append(_ name: String, _ value: String) {
        pairs.append(Parameter(name, value))
    }

    /// Reserves space for this number of parameters.
    mutating func reserveCapacity(_ count: Int) {
        pairs.reserveCapacity(count)
    }

    /// The total length of all names and values, in bytes.
    var utf8Count: Int {
        var count = 0
        for index in pairs.indices { count += pairs[index].name.utf8.count + pairs[index].value.utf8.count }
        return count
    }

    /// Appends all parameters of another list.
    public mutating func append(contentsOf others: Parameters) {
        pairs.append(contentsOf: others.pairs)
    }

    /// Returns the concatenation of both lists.
    public static func + (first: Parameters, second: Parameters) -> Parameters {
        Parameters(first.pairs + second.pairs)
    }

    /// Returns the parameters that satisfy a predicate, in order.
    public func filter(_ isIncluded: (Parameter) throws -> Bool) rethrows -> Parameters {
        Parameters(try pairs.filter(isIncluded))
    }
}

extension Parameters: RandomAccessCollection {
    /// The position of the first parameter: 0.
    public var startIndex: Int { 0 }
    /// The position after the last parameter.
    public var endIndex: Int { pairs.count }
    /// The parameter at a position.
    public subscript(position: Int) -> Parameter { pairs[position] }
}

extension Parameters: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates a list of the pairs in the given order.
    public init(arrayLiteral elements: Parameter...) {
        self.init(elements)
    }

    /// Keeps order and duplicates, unlike a dictionary.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Parameter($0.0, $0.1) })
    }
}
