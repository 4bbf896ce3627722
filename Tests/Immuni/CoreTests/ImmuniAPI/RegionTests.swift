import ImmuniAPI
import Testing

@Suite("Regions and provinces")
struct RegionTests {
    @Test("there are twenty regions with 107 provinces, abroad, and one entry for unknown codes")
    func table() {
        let real = Region.allCases.filter { $0 != .abroad && $0 != .unknown }
        #expect(real.count == 20)
        #expect(real.flatMap(\.provinces).count == 107)
        #expect(Region.abroad.provinces.map(\.code) == ["EX"])
        #expect(Region.unknown.provinces.map(\.code) == [Region.unknownCode])
        #expect(Province.knownCodes.count == 108)
        #expect(Set(Region.choices.flatMap(\.domiciles).map(\.code)) == Province.knownCodes)
        #expect(Region.choices.filter { $0.domiciles.count == 1 } == [.aosta, .abroad])
        #expect(Region.unknown.domiciles.isEmpty, "nobody can choose it")
        #expect(Set(Region.allCases.flatMap(\.provinces).map(\.name)).count == 109)
    }

    @Test(
        "a code belongs to one region",
        arguments: [
            ("MI", Region.lombardia), ("RM", .lazio), ("BZ", .trentino), ("EX", .abroad), ("XX", .unknown),
            ("unknown", .unknown), ("mi", .unknown), ("", .unknown),
        ]
    )
    func regions(code: String, region: Region) { #expect(Region.region(of: code) == region) }
}
