/// An ordered list of parameters in which duplicates survive, as OAuth 1.0a's signatures demand (RFC 5849, section 3.4.1.3).
public struct Parameters: Hashable, Sendable {
    private var pairs: [Parameter]

    /// Lists the pairs in the order given.
    public init(_ pairs: some Sequence<Parameter>) {
        self.pairs = Array(pairs)
    }

    /// The value of the first parameter of that name.
    public subscript(name: String) -> String? {
        for pair in pairs where pair.name == name { return pair.value }
        return nil
    }

    /// Every value of that name, in order.
    public func values(of name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }

    /// The value of a name that stands there exactly once; `nil` otherwise, so that nobody can add a second one unnoticed.
    public func only(_ name: String) -> String? {
        let all = values(of: name)
        return all.count == 1 ? all[0] : nil
    }

    /// The first name that appears twice; `nil` if all are unique.
    public var firstRepeatedName: String? {
        var seen: Set<String> = []
        return pairs.first { !seen.insert($0.name).inserted }?.name
    }

    /// Adds a parameter at the end, even when the name is there already.
    public mutating func append(_ name: String, _ value: String) {
        pairs.append(Parameter(name, value))
    }

    /// Makes room, so that as many parameters can be added without copying the list.
    mutating func reserveCapacity(_ count: Int) {
        pairs.reserveCapacity(count)
    }

    /// The length of all names and values together, in bytes.
    var utf8Count: Int {
        var count = 0
        for index in pairs.indices { count += pairs[index].name.utf8.count + pairs[index].value.utf8.count }
        return count
    }

    /// Adds all of another list at the end.
    public mutating func append(contentsOf others: Parameters) {
        pairs.append(contentsOf: others.pairs)
    }

    /// Both lists, one after the other.
    public static func + (first: Parameters, second: Parameters) -> Parameters {
        Parameters(first.pairs + second.pairs)
    }

    /// The parameters that a test keeps, in order.
    public func filter(_ isIncluded: (Parameter) throws -> Bool) rethrows -> Parameters {
        Parameters(try pairs.filter(isIncluded))
    }
}

extension Parameters: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { pairs.count }
    public subscript(position: Int) -> Parameter { pairs[position] }
}

extension Parameters: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: Parameter...) {
        self.init(elements)
    }

    /// Keeps order and duplicates, unlike a dictionary.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Parameter($0.0, $0.1) })
    }
}
