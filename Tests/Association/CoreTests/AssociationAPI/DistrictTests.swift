import AssociationAPI
import Testing

@Suite("Postal districts")
struct DistrictTests {
    @Test("a district has one to four capital letters and digits", arguments: ["E", "N1", "SW1A", "1234"])
    func districts(text: String) throws {
        let district = try #require(PostalDistrict(text))
        #expect(district.bytes.count == 4)
        #expect(PostalDistrict(bytes: district.bytes) == district)
    }

    @Test("anything else is no district", arguments: ["", "SW1A1", "sw1a", "N 1", "Ä", "N-1"])
    func noDistricts(text: String) { #expect(PostalDistrict(text) == nil) }

    @Test("a packet's district ends with zeros alone")
    func districtBytes() {
        #expect(PostalDistrict(bytes: [0x4E, 0, 0, 0])?.text == "N")
        #expect(PostalDistrict(bytes: [0x4E, 0, 0x31, 0]) == nil)
        #expect(PostalDistrict(bytes: [0, 0, 0, 0]) == nil)
        #expect(PostalDistrict(bytes: [0x4E, 0, 0]) == nil)
    }
}
