package import ExposurePrimitives
package import PhoneSimulation
import RiskModels

/// The radio between a story's phones, and the time that passes meanwhile.
package struct StoryRadio: Sendable {
    private let options: StoryOptions
    private let clock: StoryClock
    private var radio: SimulatedRadio

    package init(options: StoryOptions, clock: StoryClock) {
        (self.options, self.clock) = (options, clock)
        radio = SimulatedRadio(model: Self.air, seed: options.seed)
    }

    /// Half an hour at noon in which the phones broadcast, and nobody is near to listen.
    ///
    /// - Parameter day: days from the day of the meeting.
    package mutating func liveApart(_ phones: [StoryDevice], day: Int) async {
        clock.move(to: options.time(day: day, hour: 12))
        _ = await radio.exchange(
            among: phones.enumerated().map { $1.radioPhone(at: Double($0) * 1000) },
            from: clock.now(),
            until: clock.now().advanced(bySeconds: 1800)
        )
    }

    /// The meeting: the phones stay at these places, in metres along a line.
    ///
    /// - Returns: the signals that the others received from the first.
    package mutating func meet(_ phones: [StoryDevice], at metres: [Double]) async -> [SimulatedRadio.Link] {
        let start = options.meeting
        let end = start.advanced(bySeconds: Int64(options.minutes) * 60)
        clock.move(to: start)
        let links = await radio.exchange(
            among: zip(phones, metres).map { phone, metres in phone.radioPhone(at: metres) },
            from: start,
            until: end
        )
        clock.move(to: end)
        let fromFirst = links.filter { $0.sender == 0 }
        for link in fromFirst {
            let (listener, sender) = (phones[link.listener].screen, phones[0].screen.owner)
            listener.narrator.detail(
                """
                \(listener.owner)'s phone hears \(link.packetsHeard) beacons of \(sender)'s in \(link.scansHeard.count) \
                scans.
                """
            )
        }
        return fromFirst
    }

    /// The measured attenuation, with so little noise that the rules decide the end of the story, not chance.
    private static var air: RadioModel {
        var model = RadioModel()
        model.pairDeviation = 0
        model.scanDeviation = 2
        return model
    }
}

extension StoryOptions {
    /// When the meeting begins.
    package var meeting: UnixTime { time(day: 0, hour: 10) }
}

extension SimulatedRadio.Link {
    /// Minutes from the first scan that received the other phone to the last, plus the five minutes of a scan, in steps
    /// of five; 0 if none did. They come from the radio's own record, so they check the phone's.
    package var minutesInReach: Int {
        guard let first = scansHeard.first, let last = scansHeard.last else {
            return 0
        }
        return ExposureTiming().rounded(Int(last.seconds(since: first)) + 300) / 60
    }
}
