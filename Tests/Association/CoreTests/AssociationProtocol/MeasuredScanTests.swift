import AssociationProtocol
import Testing

@Suite("Measured scans")
struct MeasuredScanTests {
    @Test("scans come back from their bytes, and parts of one do not")
    func scans() {
        let scans = [MeasuredScan(attenuation: 55, seconds: 300), MeasuredScan(attenuation: 255, seconds: .max)]
        #expect(MeasuredScan.list(parsing: scans.flatMap(\.bytes)) == scans)
        #expect(MeasuredScan.list(parsing: []) == [])
        #expect(MeasuredScan.list(parsing: [55, 1]) == nil)
    }
}
