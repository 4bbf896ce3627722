import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import StoryKit

/// The air between the story's phones, in which they exchange tickets.
struct StoryAir: Sendable {
    private let air: ConnectionAir
    private let clock: StoryClock
    private var antennas: [ConnectionAntenna] = []

    init(seed: UInt64, clock: StoryClock) {
        air = ConnectionAir(model: Self.model, seed: seed, clock: clock)
        self.clock = clock
    }

    mutating func place(_ phone: StoryPhone, at metres: Double) {
        antennas.append(phone.appear(in: air, at: metres))
    }

    /// Lets the phones scan once a minute.
    func pass(minutes: Int) async {
        for _ in 0..<minutes {
            await air.scan()
            clock.move(to: clock.now().advanced(bySeconds: 60))
        }
    }

    /// Ends the meeting. In the next quarter of an hour each phone scans alone, and so knows that contacts are over.
    func part() async {
        clock.move(to: clock.now().advanced(bySeconds: 900))
        for antenna in antennas {
            antennas.forEach { $0.turn(.off) }
            antenna.turn(.on)
            await air.scan()
        }
    }

    /// So little noise that the rules decide the end of the story, not chance.
    private static var model: RadioModel {
        var model = RadioModel()
        model.pairDeviation = 0
        model.scanDeviation = 0.5
        return model
    }
}
