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

    private typealias Number = any WritableKeyPath<CapacityQuestion, Double> & Sendable

    private static let allowed: [(String, ClosedRange<Double>, Number)] = [
        ("phones", 1...1e10, \.phones), ("active-share", 0...1, \.activeShare),
        ("cases-per-day", 0...1e8, \.casesPerDay), ("keys-per-case", 1...30, \.keysPerCase),
        ("bytes-per-key", 16...1000, \.bytesPerKey), ("overhead", 0...100, \.overhead),
        ("downloads-per-day", 0...86_400, \.downloadsPerDay), ("cover-per-day", 0...1000, \.coverPerDay),
        ("bytes-per-upload", 1...1e7, \.bytesPerUpload), ("peak", 1...1000, \.peak),
        ("retention-days", 1...365, \.retentionDays), ("downloads-per-process", 1...1e9, \.downloadsPerProcess),
        ("uploads-per-process", 1...1e9, \.uploadsPerProcess), ("cdn-share", 0...1, \.cdnShare),
    ]

    @Test("numbers out of their ranges are refused by name, and their bounds are taken", arguments: allowed)
    private func ranges(name: String, bounds: ClosedRange<Double>, number: Number) throws {
        for value in [bounds.lowerBound, bounds.upperBound] {
            #expect(try Self.answer { $0[keyPath: number] = value }.processes >= 2)
        }
        let refused = CapacityQuestion.Unusable(name: name, range: bounds)
        for value in [bounds.lowerBound.nextDown, bounds.upperBound.nextUp, .nan, .infinity, -.infinity] {
            #expect(throws: refused) { try Self.answer { $0[keyPath: number] = value } }
        }
        #expect(refused.description.hasPrefix("\(name) must be a number from "))
    }

    private static let texts = [
        (0.0, "0", "0 B"), (999, "999", "999 B"), (1000, "1 thousand", "1000 B"), (1024, "1.02 thousand", "1 KiB"),
        (8333.3, "8.33 thousand", "8.14 KiB"), (1e18, "1000000 trillion", "888 PiB"),
    ]

    @Test("numbers are told with three digits", arguments: texts)
    func text(number: Double, short: String, bytes: String) {
        #expect(CapacityNumber.short(number) == short)
        #expect(CapacityNumber.bytes(number) == bytes)
    }
}
