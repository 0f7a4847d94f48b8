/// A generator of push IDs: keys that sort by creation time, with 8 characters of milliseconds and 12 random characters.
///
/// Within one millisecond, the random part is incremented, so that keys sort in the order of their creation.
public struct PushIDGenerator<Randomness: RandomNumberGenerator> {
    private static var alphabet: [UInt8] { Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8) }

    private var randomness: Randomness
    private var lastMilliseconds: Int64 = -1
    private var chance = [UInt8](repeating: 0, count: 12)

    /// Creates a generator.
    public init(randomness: Randomness) {
        self.randomness = randomness
    }

    /// Returns the next key.
    ///
    /// - Parameter milliseconds: The current time in milliseconds since 1970.
    public mutating func next(milliseconds: Int64) -> ChildKey {
        if milliseconds == lastMilliseconds {
            var index = chance.count - 1
            while index > 0, chance[index] == 63 {
                chance[index] = 0
                index -= 1
            }
            chance[index] = (chance[index] + 1) % 64
        } else {
            for index in chance.indices { chance[index] = UInt8.random(in: 0..<64, using: &randomness) }
            lastMilliseconds = milliseconds
        }
        let alphabet = Self.alphabet
        var characters = (0..<8).map { alphabet[Int(milliseconds >> (6 * (7 - Int64($0)))) & 63] }
        characters += chance.map { alphabet[Int($0)] }
        return ChildKey(unchecked: String(decoding: characters, as: UTF8.self))
    }
}
