import ProximityRadio
import Testing

@testable import PhoneSimulation

@Suite("The radio model")
struct RadioModelTests {
    private let model = RadioModel()

    @Test("has the measured figures")
    func figures() {
        #expect((model.attenuationAtOneMetre, model.attenuationPerDecade) == (52.8, 14.1))
        #expect((model.pairDeviation, model.scanDeviation, model.advertisingInterval) == (4.7, 5.8, 250))
        #expect((model.timing.duration, model.timing.interval, model.timing.jitter) == (4, 300, 89))
    }

    @Test("attenuates by its slope with each tenfold distance")
    func slope() {
        #expect(abs(model.expectedAttenuation(at: 1) - 52.8) < 1e-9)
        #expect(abs(model.expectedAttenuation(at: 10) - 66.9) < 1e-9)
    }

    @Test("never has a distance below ten centimetres")
    func nearest() {
        #expect(model.expectedAttenuation(at: 0) == model.expectedAttenuation(at: 0.1))
    }

    @Test("computes the distance of an attenuation", arguments: [0.1, 0.5, 1, 2, 10, 40])
    func inverse(metres: Double) {
        let attenuation = model.expectedAttenuation(at: metres)
        #expect(abs(model.distance(atExpectedAttenuation: attenuation) - metres) < 1e-9)
    }

    @Test("is less certain about a threshold with fewer scans")
    func scans() {
        let one = model.probability(thatMeanAttenuationIsAtMost: 63, at: 3, scans: 1)
        let six = model.probability(thatMeanAttenuationIsAtMost: 63, at: 3, scans: 6)
        #expect(one < six)
        #expect(model.probability(thatMeanAttenuationIsAtMost: 63, at: 3, scans: 0) == one)
    }
}
