/// The position of a child in an order: by sort value, then by key.
struct IndexKey: SortedKey {
    let value: SortValue
    let key: ChildKey

    static func < (left: IndexKey, right: IndexKey) -> Bool {
        switch (left.value, right.value) {
        case (.number(let first), .number(let second)) where first != second: first < second
        case (.null, .null): left.key < right.key
        default: left.value == right.value ? left.key < right.key : left.value < right.value
        }
    }

    static func compare(_ left: IndexKey, _ right: IndexKey) -> Int {
        left == right ? 0 : left < right ? -1 : 1
    }

    static func == (left: IndexKey, right: IndexKey) -> Bool {
        left.key == right.key && left.value == right.value
    }
}
