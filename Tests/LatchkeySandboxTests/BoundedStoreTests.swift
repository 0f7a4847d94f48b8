import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing

@testable import LatchkeySandbox

@Suite struct BoundedStoreTests {
    @Test func fullStoreRemovesTheOldestValue() {
        var store = BoundedStore<String, Int>(capacity: 2)
        #expect(store.insert(1, for: "a") == nil)
        #expect(store.insert(2, for: "b") == nil)
        #expect(store.insert(3, for: "c") == 1)
        #expect(store["a"] == nil && store["b"] == 2 && store["c"] == 3 && store.count == 2)
    }

    @Test func replacingMakesAValueNew() {
        var store = BoundedStore<String, Int>(capacity: 2)
        store.insert(1, for: "a")
        store.insert(2, for: "b")
        #expect(store.insert(10, for: "a") == nil)
        #expect(store.insert(3, for: "c") == 2)
        #expect(store["a"] == 10)
    }

    @Test func removedValuesDoNotCount() {
        var store = BoundedStore<String, Int>(capacity: 2)
        store.insert(1, for: "a")
        store.insert(2, for: "b")
        #expect(store.remove("a") == 1)
        #expect(store.insert(3, for: "c") == nil)
        #expect(store.insert(4, for: "a") == 2)
        store.update("a") { $0 += 1 }
        #expect(store["a"] == 5)
        #expect(store.count == 2)
    }

    @Test func itStaysSmallOverManyInsertions() {
        var store = BoundedStore<Int, Int>(capacity: 10)
        for number in 0..<10_000 { store.insert(number, for: number % 37) }
        #expect(store.count == 10)
        #expect(Set(store.values) == Set(9990..<10_000))
    }
}
