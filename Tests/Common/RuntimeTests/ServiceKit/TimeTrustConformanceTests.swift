import StoreConformance
import Testing

@Suite("The conformance suite for the memory of the time")
struct TimeTrustConformanceTests {
    @Test("the reference conforms")
    func reference() async {
        let violations = await TimeTrustConformance { InMemoryTimeTrust() }.violations()
        #expect(violations == [])
    }

    @Test("every planted fault is found", arguments: InMemoryTimeTrust.Fault.allCases)
    func planted(fault: InMemoryTimeTrust.Fault) async {
        #expect(await !TimeTrustConformance { InMemoryTimeTrust(fault: fault) }.violations().isEmpty)
    }
}
