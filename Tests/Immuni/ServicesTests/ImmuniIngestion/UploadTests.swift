import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import ServiceKit
import ServiceTesting
import StoreConformance
import Testing
import WireFormat

@Suite("POST /v1/ingestion/upload")
struct UploadTests {
    private let sample: SampleIngestion

    init() async throws { sample = try await .authorised() }

    @Test("an upload consumes the code and stores keys and inbox entry; a second use of the code is refused")
    func accepts() async throws {
        let keys = (0...13).map { JSONValue.key($0, daysAgo: $0) }
        let answer = try await sample.answer(to: IngestionRequest.upload(keys))
        #expect(answer.status == 204)
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer.body.isEmpty)
        let again = try await sample.answer(to: IngestionRequest.upload(keys))
        #expect(again.status == 401)
        #expect(again.text == #"{"error_code":1101,"message":"Unauthorized OTP."}"#)
        // Onset three days ago: today and the five days before it.
        #expect(sample.accepted.keys.map { $0.diagnosisKey.key.keyData.exposedBytes[0] } == [0, 1, 2, 3, 4, 5])
        #expect(sample.accepted.keys.allSatisfy { $0.diagnosisKey.transmissionRiskLevel == 8 })
        let inbox = try await sample.stores.inbox.entries(limit: 1000)
        #expect(inbox.map(\.area) == ["RM"] && inbox.map(\.content) == [Array("[]".utf8)])
        #expect(inbox.map(\.receivedOn) == [CalendarDay(iso: "2020-07-08")])
    }

    @Test("a code whose evidence is no day publishes nothing, and is not used up")
    func evidenceOfAnotherSystem() async throws {
        let sample = try await SampleIngestion()
        try await sample.authorise(evidence: Samples.evidence)
        #expect(try await sample.answer(to: IngestionRequest.upload()).status == 500)
        #expect(sample.accepted.contents.isEmpty)
        #expect(try await sample.isLive())
    }

    @Test("only a trusted time makes a key too old: a key that is old only by a held clock is stored")
    func heldClock() async throws {
        for (isHeld, stored) in [(true, 2), (false, 1)] {
            let sample = try await SampleIngestion()
            let start = sample.clock.now()
            // The phone's clock is right; the server's is three days ahead.
            sample.clock.advance(bySeconds: 3 * UnixTime.secondsPerDay)
            if isHeld {
                sample.clock.hold(since: start)
            }
            try await sample.authorise(symptomsStartedOn: SampleIngestion.onset.advanced(byDays: -9))
            let keys: [JSONValue] = [.key(0, daysAgo: 3), .key(1, daysAgo: 13)]
            #expect(try await sample.answer(to: IngestionRequest.upload(keys)).status == 204)
            #expect(sample.accepted.keys.count == stored)
        }
    }

    @Test("exactly one of thirty concurrent uploads with one code is accepted")
    func oneWinner() async throws {
        try await sample.run { ports async throws in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<30 {
                    group.addTask { try await IngestionRequest.upload([.key(number)]).exchange(ports.public).status }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [204: 1, 401: 29])
        }
        #expect(sample.accepted.keys.count == 1)
        #expect(try await sample.stores.inbox.entries(limit: 1000).count == 1)
    }

    @Test("a phone's Epidemiological Info reaches the inbox")
    func epidemiologicalInfo() async throws {
        let info: JSONValue = [
            "date": "2020-07-01", "duration": 1800, "attenuation_value": 255,
            "attenuation_durations": [1800, 0, 0, 5], "transmission_risk_level": 8, "total_risk_score": 4096,
        ]
        let summary: JSONValue = [
            "date": "2020-07-08", "matched_key_count": 65_535, "days_since_last_exposure": 14,
            "attenuation_durations": [300, 0, 0], "maximum_risk_score": 4096, "exposure_info": [info],
        ]
        let request = try IngestionRequest.upload().with("exposure_detection_summaries", [summary])
        #expect(try await sample.answer(to: request).status == 204)
        let stored = try #require(try await sample.stores.inbox.entries(limit: 1000).first)
        #expect(try JSONValue(parsing: stored.content) == [summary])
    }

    @Test("a province outside the table is stored as unknown, together with the keys")
    func unknownProvince() async throws {
        #expect(try await sample.answer(to: IngestionRequest.upload().with("province", "XX")).status == 204)
        #expect(try await sample.stores.inbox.entries(limit: 1000).map(\.area) == ["unknown"])
        #expect(sample.accepted.keys.count == 1)
    }

    @Test("members that shipped clients add are accepted and change nothing")
    func toleratedMembers() async throws {
        let sample = try await SampleIngestion()
        for (code, countries) in [
            (SampleIngestion.code, .array((0..<27).map { _ in "IT" })), (SampleIngestion.otherCode, JSONValue.null),
        ] {
            try await sample.authorise(code)
            let request = try IngestionRequest.upload(code: code).with("countries_of_interest", countries)
            #expect(try await sample.answer(to: request).status == 204)
        }
        #expect(sample.accepted.contents.count == 2)
    }

    @Test(
        "a body that breaks the schema is refused and the code stays live",
        arguments: [
            ("province", nil), ("province", .null), ("province", "rm"), ("province", "ROMA"), ("province", "R"),
            ("province", "RM\n"), ("province", 1), ("teks", nil), ("teks", .null), ("teks", ["key_data": 1]),
            ("teks", ["a"]), ("exposure_detection_summaries", nil), ("exposure_detection_summaries", .null),
            ("exposure_detection_summaries", [1]), ("padding", "a-b"), ("padding", .null), ("other", 1),
            ("countries_of_interest", ["it"]), ("countries_of_interest", .array((0..<28).map { _ in "IT" })),
        ] as [(String, JSONValue?)]
    )
    func brokenSchema(name: String, value: JSONValue?) async throws {
        try await sample.answer(to: IngestionRequest.upload().with(name, value)).expect(.notCompliant)
        #expect(try await sample.isLive())
        #expect(sample.accepted.contents.isEmpty)
    }

    @Test(
        "the phone's clock must be an integer at most seven days from the server's",
        arguments: [
            ("1594209600", 204), ("1593604800", 204), ("1594814400", 204), ("1593604799", 400), ("1594814401", 400),
            ("", 400), ("-5", 400), ("0", 400), ("+1594209600", 400), ("1594209600.0", 400), ("now", 400),
            ("99999999999999999999", 400), ("9223372036854775807", 400),
        ]
    )
    func clientClock(text: String, status: Int) async throws {
        // The key is old enough for a phone whose clock is seven days slow.
        let request = try IngestionRequest.upload([.key(1, daysAgo: 8)])
        #expect(try await sample.answer(to: request.setting(\.clientClock, text)).status == status)
        #expect(try await sample.isLive() == (status == 400))
    }

    @Test("a missing client clock or content type is refused")
    func missingHeaders() async throws {
        let request = try IngestionRequest.upload()
        #expect(try await sample.answer(to: request.setting(\.clientClock, nil)).status == 400)
        for type in [nil, "text/plain"] {
            #expect(try await sample.answer(to: request.setting(\.contentType, type)).status == 400)
        }
        #expect(try await sample.isLive())
    }

    @Test("a body may have 200 000 bytes and no more")
    func bodySize() async throws {
        let body = #"{"province":"RM","teks":[],"exposure_detection_summaries":[],"padding":""}"#
        for (size, status) in [(200_001, 413), (200_000, 204)] {
            let padded = body + String(repeating: " ", count: size - body.utf8.count)
            let answer = try await sample.answer(to: IngestionRequest.upload().setting(\.body, padded))
            #expect(answer.status == status)
            #expect(answer.wireSize == 512)
        }
    }
}
