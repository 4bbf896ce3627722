import CoronaWarnAPI
import CoronaWarnStoreConformance
import ExposurePrimitives
import ExposureTesting
import ServiceTesting
import Testing

@Suite("What an upload leaves in the key store")
struct StoredKeyTests {
    private typealias Request = SubmissionRequest

    /// The hour of the upload: noon.
    private static let hour = CoronaWarnSamples.now.seconds / 3600

    @Test("a key is in its own country and the union, and with consent in the countries that were visited")
    func regions() async throws {
        let settings = ["corona-warn.countries": "IT FR"]
        for (visited, consent, sequences) in [
            ([], false, ["de-hour", "eur-hour"]), ([], true, ["de-hour", "eur-hour"]),
            (["IT"], true, ["de-hour", "eur-hour", "it-hour"]), (["IT", "DE"], false, ["de-hour", "eur-hour"]),
        ] as [([String], Bool, [String])] {
            try await SampleSubmission.with(settings) { sample, port async throws in
                try await sample.issue()
                let body = try Request.body(visited: visited, consent: consent)
                #expect(try await Request.send(body: body, to: port).status == 200)
                let names = try await sample.stored(in: nil).map { String($0.split(separator: " ")[1]) }
                #expect(names == sequences)
            }
        }
    }

    @Test("with consent a key waits for each country that it names and that exchanges keys")
    func federation() async throws {
        let settings = ["corona-warn.countries": "IT FR", "federation.countries": "FR DK"]
        for (visited, consent, sequences) in [
            (["FR"], false, []), ([], true, []), (["IT"], true, []), (["FR", "IT"], true, ["federation-fr"]),
            (["DK", "FR"], true, ["federation-dk", "federation-fr"]),
        ] as [([String], Bool, [String])] {
            try await SampleSubmission.with(settings) { sample, port async throws in
                try await sample.issue()
                let body = try Request.body(visited: visited, consent: consent)
                #expect(try await Request.send(body: body, to: port).status == 200)
                let names = try await sample.stored(in: nil).map { String($0.split(separator: " ")[1]) }
                #expect(names.filter { $0.hasPrefix("federation") } == sequences)
            }
        }
    }

    @Test("other countries are told the onset that the phone sent, or the days since the upload")
    func onset() async throws {
        let settings = ["federation.countries": "DK", "submission.levels": "coarse"]
        try await SampleSubmission.with(settings) { sample, port async throws in
            try await sample.issue()
            let keys = [try Request.key(1, level: 3, onset: 698), try Request.key(2, daysAgo: 3, level: 8)]
            let body = try Request.body(keys, visited: ["DK"])
            #expect(try await Request.send(body: body, to: port).status == 200)
            let expected = ["1 federation-dk 3 \(Self.hour) 1 698", "2 federation-dk 8 \(Self.hour) 1 1997"]
            #expect(try await sample.statements(in: "federation-dk") == expected)
            let published = ["1 de-hour 4 \(Self.hour) 3 2", "2 de-hour 7 \(Self.hour) 1 1"]
            #expect(try await sample.statements(in: "de-hour") == published)
        }
    }

    @Test("an origin or a visited country that is not listed is refused")
    func countries() async throws {
        try await SampleSubmission.with(["corona-warn.countries": "IT"]) { sample, port async throws in
            try await sample.issue()
            for (visited, status) in [(["FR"], 400), (["DE", "XX"], 400), (["EUR"], 400), (["DE", "IT"], 200)] {
                #expect(try await Request.send(body: Request.body(visited: visited), to: port).status == status)
            }
        }
    }

    @Test(
        "a key of today waits for the third hour after its window, an older one is released in the hour of its upload"
    )
    func embargo() async throws {
        try await SampleSubmission.with { sample, port async throws in
            try await sample.issue()
            let keys = [try Request.key(1, daysAgo: 0), try Request.key(2, daysAgo: 1)]
            #expect(try await Request.send(body: Request.body(keys, consent: false), to: port).status == 200)
            // The window of today's key ends twelve hours after the upload.
            #expect(try await sample.stored() == ["1 de-hour 5 \(Self.hour + 15)", "2 de-hour 5 \(Self.hour)"])
        }
    }

    @Test("keys of the future and keys past their retention are dropped, and the TAN is used")
    func drops() async throws {
        try await SampleSubmission.with { sample, port async throws in
            try await sample.issue()
            let keys = try [-1, 14, 15, 2].enumerated().map { number, daysAgo in
                try Request.key(UInt8(number + 1), daysAgo: daysAgo)
            }
            #expect(try await Request.send(body: Request.body(keys, consent: false), to: port).status == 200)
            #expect(try await sample.stored().map { $0.prefix(1) } == ["2", "4"])
            #expect(try await sample.rows("tan") == 0)
        }
    }

    @Test("a key is not too old by an untrusted clock alone")
    func untrusted() async throws {
        try await SampleSubmission.with { sample, port async throws in
            try await sample.issue()
            sample.clock.hold(since: CoronaWarnSamples.now)
            sample.clock.advance(bySeconds: 13 * 3600)
            let keys = [try Request.key(1, daysAgo: 14)]
            #expect(try await Request.send(body: Request.body(keys, consent: false), to: port).status == 200)
            #expect(try await sample.stored().count == 1)
        }
    }

    @Test("levels are derived, shown exactly or in three classes, and lower ones are left out on request")
    func levels() async throws {
        let keys = [
            try Request.key(1, level: nil, onset: -5), try Request.key(2, level: nil, onset: 3999),
            try Request.key(3, level: 3), try Request.key(4, level: 8, onset: 1),
        ]
        for (settings, levels) in [
            ([:], ["2", "6", "3", "8"]), (["submission.levels": "coarse"], ["1", "7", "4", "7"]),
            (["submission.min-level": "3"], ["6", "3", "8"]),
        ] as [([String: String], [String])] {
            try await SampleSubmission.with(settings) { sample, port async throws in
                try await sample.issue()
                #expect(try await Request.send(body: Request.body(keys, consent: false), to: port).status == 200)
                #expect(try await sample.stored().map { String($0.split(separator: " ")[2]) } == levels)
            }
        }
    }

    @Test("a multiplier stores keys of nobody beside each key", arguments: [("1", 2), ("10", 20), ("25", 50)])
    func multiplier(setting: String, count: Int) async throws {
        try await SampleSubmission.with(["submission.key-multiplier": setting]) { sample, port async throws in
            try await sample.issue()
            let keys = [try Request.key(1), try Request.key(2)]
            #expect(try await Request.send(body: Request.body(keys, consent: false), to: port).status == 200)
            #expect(try await sample.stored().count == count)
        }
    }
}
