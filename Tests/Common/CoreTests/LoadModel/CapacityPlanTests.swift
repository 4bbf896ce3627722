import Testing

@testable import LoadModel

@Suite("The plan of a country's load")
struct CapacityPlanTests {
    private static func answer(_ change: (inout CapacityQuestion) -> Void = { _ in }) throws -> CapacityAnswer {
        var question = CapacityQuestion()
        change(&question)
        return try CapacityPlan(question).answer
    }

    /// Corona-Warn-App Solution Architecture, "Bandwidth estimations": 1.5 MB a client, 42.8 TB, 720 million requests
    /// and about 8500 sessions a second. The first two are in binary units: in decimal ones they would be 1.6 and 47.
    @Test("the document's four numbers follow from its 60 million phones and 2000 cases")
    func document() throws {
        let answer = try Self.answer()
        #expect(CapacityNumber.bytes(answer.bytesPerPhone) == "1.5 MiB")
        #expect(CapacityNumber.bytes(answer.downloadedBytes) == "42.8 TiB")
        #expect(answer.downloads == 720_000_000)
        #expect(CapacityNumber.short(answer.downloads) == "720 million")
        // The exact number is 8333; the document rounds to the nearest five hundred.
        #expect((answer.sessionsPerSecond / 500).rounded() * 500 == 8500)
    }

    @Test("more phones, cases or downloads never make less load")
    func monotony() throws {
        let usual = try Self.answer()
        let changes: [(inout CapacityQuestion) -> Void] = [
            { $0.phones *= 2 }, { $0.casesPerDay *= 2 }, { $0.downloadsPerDay *= 2 }, { $0.coverPerDay *= 2 },
            { $0.peak *= 2 }, { $0.activeShare = 1 }, { $0.bytesPerKey *= 2 }, { $0.retentionDays *= 2 },
        ]
        for change in changes {
            let more = try Self.answer(change)
            #expect(more != usual)
            #expect(more.downloadedBytes >= usual.downloadedBytes && more.downloads >= usual.downloads)
            #expect(more.uploads >= usual.uploads && more.publishedBytes >= usual.publishedBytes)
            #expect(more.processes >= usual.processes && more.rowsPerDay >= usual.rowsPerDay)
        }
        #expect(try Self.answer { $0.cdnShare = 1 }.peakDownloads == 0)
        #expect(try Self.answer { ($0.cdnShare, $0.coverPerDay) = (1, 0) }.processes == 2)
    }

    struct Allowed: CustomTestStringConvertible {
        let name: String
        let bounds: ClosedRange<Double>
        let set: @Sendable (inout CapacityQuestion, Double) -> Void

        init(
            _ name: String,
            _ bounds: ClosedRange<Double>,
            set: @escaping @Sendable (inout CapacityQuestion, Double) -> Void
        ) {
            (self.name, self.bounds, self.set) = (name, bounds, set)
        }

        var testDescription: String { name }
    }

    private static let allowed: [Allowed] = [
        Allowed("phones", 1...1e10) { $0.phones = $1 },
        Allowed("active-share", 0...1) { $0.activeShare = $1 },
        Allowed("cases-per-day", 0...1e8) { $0.casesPerDay = $1 },
        Allowed("keys-per-case", 1...30) { $0.keysPerCase = $1 },
        Allowed("bytes-per-key", 16...1000) { $0.bytesPerKey = $1 },
        Allowed("overhead", 0...100) { $0.overhead = $1 },
        Allowed("downloads-per-day", 0...86_400) { $0.downloadsPerDay = $1 },
        Allowed("cover-per-day", 0...1000) { $0.coverPerDay = $1 },
        Allowed("bytes-per-upload", 1...1e7) { $0.bytesPerUpload = $1 },
        Allowed("peak", 1...1000) { $0.peak = $1 },
        Allowed("retention-days", 1...365) { $0.retentionDays = $1 },
        Allowed("downloads-per-process", 1...1e9) { $0.downloadsPerProcess = $1 },
        Allowed("uploads-per-process", 1...1e9) { $0.uploadsPerProcess = $1 },
        Allowed("cdn-share", 0...1) { $0.cdnShare = $1 },
    ]

    @Test("numbers out of their ranges are refused by name, and their bounds are taken", arguments: allowed)
    func ranges(range: Allowed) throws {
        for value in [range.bounds.lowerBound, range.bounds.upperBound] {
            #expect(try Self.answer { range.set(&$0, value) }.processes >= 2)
        }
        let refused = CapacityQuestion.Unusable(name: range.name, range: range.bounds)
        let outside = [range.bounds.lowerBound.nextDown, range.bounds.upperBound.nextUp, .nan, .infinity, -.infinity]
        for value in outside {
            #expect(throws: refused) { try Self.answer { range.set(&$0, value) } }
        }
        #expect(refused.description.hasPrefix("\(range.name) must be a number from "))
    }

    @Test(
        "numbers are told with three digits",
        arguments: [
            (0.0, "0", "0 B"), (999, "999", "999 B"), (1000, "1 thousand", "1000 B"), (1024, "1.02 thousand", "1 KiB"),
            (8333.3, "8.33 thousand", "8.14 KiB"), (1e18, "1000000 trillion", "888 PiB"),
        ]
    )
    func text(number: Double, short: String, bytes: String) {
        #expect(CapacityNumber.short(number) == short)
        #expect(CapacityNumber.bytes(number) == bytes)
    }
}
