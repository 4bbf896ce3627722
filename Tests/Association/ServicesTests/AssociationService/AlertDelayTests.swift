import AssociationPorts
import AssociationStoreConformance
import ExposurePrimitives
import Testing

@Suite("The delay of alerts")
struct AlertDelayTests {
    @Test("a delay has 0 to 1800 seconds, and differs between alerts")
    func delays() throws {
        let sample = try AssociationSamples.alert(for: 1)
        var generator = SeededGenerator(seed: 20)
        let delays = (0..<20_000).map { _ in
            NewAlert(
                registration: sample.registration,
                alert: sample.alert,
                decided: AssociationSamples.now,
                using: &generator
            ).visible.seconds(since: AssociationSamples.now)
        }
        #expect(delays.min() == 0)
        #expect(delays.max() == NewAlert.maxDelay)
        let mean = delays.reduce(0, +) / Int64(delays.count)
        #expect((870...930).contains(mean))
    }
}
