/// The numbers that follow from no setting: phones, people, what they do on a day, and machines.
public struct CapacityQuestion: Hashable, Sendable {
    /// Phones that have the app on the day.
    public var phones = 30e6
    /// People who share their keys or report on the day. Nil: as many for each phone as in Corona-Warn-App Solution
    /// Architecture, "Bandwidth estimations", 2000 with 30 million phones.
    public var cases: Double?
    /// Keys of one case: one for each of fourteen days (the same document).
    public var keysPerCase = 14.0
    /// People with a test for each of them with something to share. A guess, between a quiet month and a wave.
    public var testsPerCase = 10.0
    /// How often the owner opens the app on a day. A guess; decision 0197 counts the same.
    public var openings = 2.0
    /// Seconds of an opening. A guess, like the openings.
    public var openingSeconds = 30.0
    /// Phones that are new on the day, as a share of all. A guess.
    public var newPhones = 0.01
    /// The busiest five minutes by the mean of the day, of everything that depends on people. A guess.
    public var peak = 3.0
    /// The share of requests for public files that a CDN answers.
    public var cdnShare = 0.99
    /// Cores of one machine.
    public var coresPerMachine = 8.0
    /// The share of a machine's cores that may be busy in the busiest five minutes.
    public var busyShare = 0.6

    public init() {}

    /// People who share their keys or report on the day.
    public var casesPerDay: Double { cases ?? phones * 2000 / 30e6 }

    /// A number that is out of its range.
    public struct Unusable: Error, Hashable, CustomStringConvertible {
        public let name: String
        public let range: ClosedRange<Double>

        public var description: String {
            "\(name) must be a number from \(CapacityNumber.short(range.lowerBound)) to "
                + CapacityNumber.short(range.upperBound)
        }
    }

    /// - Throws: ``Unusable`` for the first number that is out of its range.
    public func check() throws(Unusable) {
        let numbers: [(String, Double, ClosedRange<Double>)] = [
            ("phones", phones, 1...1e10), ("cases-per-day", casesPerDay, 0...1e8),
            ("keys-per-case", keysPerCase, 1...30), ("tests-per-case", testsPerCase, 1...1000),
            ("openings", openings, 0...1000), ("opening-seconds", openingSeconds, 0...86_400),
            ("new-phones", newPhones, 0...1), ("peak", peak, DayCurve.possiblePeaks), ("cdn-share", cdnShare, 0...1),
            ("cores-per-machine", coresPerMachine, 1...1024), ("busy-share", busyShare, 0.01...1),
        ]
        // A value that is no number is in no range.
        for (name, value, range) in numbers where !range.contains(value) {
            throw Unusable(name: name, range: range)
        }
    }
}
