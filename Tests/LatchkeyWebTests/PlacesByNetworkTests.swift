import LatchkeyWeb
import Testing

@Suite struct PlacesByNetworkTests {
    @Test func aNetworkHasSoManyPlaces() {
        let places = PlacesByNetwork(maxPerNetwork: 2)
        let (first, second) = (places.take("a"), places.take("a"))
        #expect(first != nil && second != nil)
        #expect(places.take("a") == nil)
        #expect(places.take("b") != nil)
        first?.leave()
        first?.leave()
        let third = places.take("a")
        #expect(third != nil)
        #expect(places.take("a") == nil, "a place that is left twice is released once")
        #expect((0..<10).map { _ in places.take(nil) }.allSatisfy { $0 != nil })
        withExtendedLifetime((second, third)) {}
    }

    @Test func aPlaceIsReleasedWithItsLastReference() {
        let places = PlacesByNetwork(maxPerNetwork: 1)
        var place = places.take("a")
        #expect(place != nil && places.take("a") == nil)
        place = nil
        #expect(places.take("a") != nil)
    }
}
