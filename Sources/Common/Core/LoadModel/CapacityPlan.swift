/// The load of a country on a server, worked out from a few numbers.
///
/// The defaults are those of Corona-Warn-App Solution Architecture, "Runtime environment (hosting)", "Bandwidth
/// estimations". With 60 million phones and 2000 cases a day they give that document's four numbers.
public struct CapacityPlan: Hashable, Sendable {
    public let question: CapacityQuestion
    public let answer: CapacityAnswer

    /// - Throws: `CapacityQuestion.Unusable` for the first number that is out of its range.
    public init(_ question: CapacityQuestion) throws(CapacityQuestion.Unusable) {
        try question.check()
        self.question = question
        answer = CapacityAnswer(to: question)
    }
}

/// The numbers from which a load follows.
public struct CapacityQuestion: Hashable, Sendable {
    /// Phones with the app.
    public var phones = 60e6
    /// The share of phones that ask the server on a day. The document plans for 60 million phones at most, and computes
    /// with 30 million.
    public var activeShare = 0.5
    /// Uploads with keys in a day.
    public var casesPerDay = 2000.0
    /// Keys of one upload: one for each of fourteen days.
    public var keysPerCase = 14.0
    /// Bytes of a key in a published file.
    public var bytesPerKey = 28.0
    /// What requests and headers add to the keys of a day, as a share of them.
    public var overhead = 1.0
    /// Downloads of a phone in a day: one for each hour.
    public var downloadsPerDay = 24.0
    /// Invented uploads of a phone in a day, each as large as a real one.
    public var coverPerDay = 0.2
    /// Bytes of an upload, real or invented, with its headers.
    public var bytesPerUpload = 5000.0
    /// The greatest load of a second by its mean over a day.
    public var peak = 3.0
    /// Days for which keys stay on offer.
    public var retentionDays = 14.0
    /// Downloads that one process answers in a second: docs/measurements.md, two cores with their clients.
    public var downloadsPerProcess = 3800.0
    /// Uploads that one process stores in a second, durably: docs/measurements.md.
    public var uploadsPerProcess = 4200.0
    /// The share of downloads that a CDN answers.
    public var cdnShare = 0.0

    public init() {}

    /// A number that is out of its range.
    public struct Unusable: Error, Hashable, CustomStringConvertible {
        public let name: String
        public let range: ClosedRange<Double>

        public var description: String {
            "\(name) must be a number from \(CapacityNumber.short(range.lowerBound)) to "
                + CapacityNumber.short(range.upperBound)
        }
    }

    func check() throws(Unusable) {
        let numbers: [(String, Double, ClosedRange<Double>)] = [
            ("phones", phones, 1...1e10), ("active-share", activeShare, 0...1),
            ("cases-per-day", casesPerDay, 0...1e8), ("keys-per-case", keysPerCase, 1...30),
            ("bytes-per-key", bytesPerKey, 16...1000), ("overhead", overhead, 0...100),
            ("downloads-per-day", downloadsPerDay, 0...86_400), ("cover-per-day", coverPerDay, 0...1000),
            ("bytes-per-upload", bytesPerUpload, 1...1e7), ("peak", peak, 1...1000),
            ("retention-days", retentionDays, 1...365), ("downloads-per-process", downloadsPerProcess, 1...1e9),
            ("uploads-per-process", uploadsPerProcess, 1...1e9), ("cdn-share", cdnShare, 0...1),
        ]
        // A value that is no number is in no range.
        for (name, value, range) in numbers where !range.contains(value) {
            throw Unusable(name: name, range: range)
        }
    }
}
