import Testing

@testable import ProximityRadio

@Suite("The radio model")
struct RadioModelTests {
    private let model = RadioModel()

    @Test("loses ten times its exponent with each tenfold distance")
    func slope() {
        let near = model.expectedLoss(at: 1)
        #expect(abs(near - (model.lossAtOneMetre + model.bodyLoss)) < 1e-9)
        #expect(abs(model.expectedLoss(at: 10) - near - 10 * model.pathLossExponent) < 1e-9)
    }

    @Test("is never nearer than ten centimetres")
    func nearest() {
        #expect(model.expectedLoss(at: 0) == model.expectedLoss(at: 0.1))
    }

    @Test("reports whole dBm, down to the sensitivity and within a byte")
    func rssi() {
        #expect(model.reportedRSSI(of: -60.4) == -60)
        #expect(model.reportedRSSI(of: model.sensitivity) == -100)
        #expect(model.reportedRSSI(of: model.sensitivity - 0.1) == nil)
        #expect(model.reportedRSSI(of: 400) == 126)
        var deaf = model
        deaf.sensitivity = -1000
        #expect(deaf.reportedRSSI(of: -400) == -127)
    }

    @Test("sees a contact at 1.5 m as near, and one at 20 m as far")
    func thresholds() {
        #expect(model.probability(thatMeanAttenuationIsAtMost: 63, at: 1.5, scans: 6) > 0.9999)
        #expect(model.probability(thatMeanAttenuationIsAtMost: 63, at: 20, scans: 6) < 0.0005)
        #expect(model.probability(thatMeanAttenuationIsAtMost: 73, at: 20, scans: 6) < 0.25)
    }

    @Test("is less certain of a threshold with fewer scans")
    func scans() {
        let one = model.probability(thatMeanAttenuationIsAtMost: 63, at: 4, scans: 1)
        let six = model.probability(thatMeanAttenuationIsAtMost: 63, at: 4, scans: 6)
        #expect(one < six)
    }
}

@Suite("The greatest of some normal values")
struct GreatestNormalTests {
    @Test(
        "has the known mean and variance",
        arguments: [(1, 0.0, 1.0), (2, 0.564190, 0.681690), (16, 1.765991, 0.295053)]
    )
    func moments(count: Int, mean: Double, variance: Double) {
        let moments = NormalDistribution.greatest(of: count)
        #expect(abs(moments.mean - mean) < 1e-4)
        #expect(abs(moments.variance - variance) < 1e-3)
    }
}
