import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

/// Each defect of the service that Immuni shipped, with a test that it cannot come back.
@Suite("Defects of the original")
struct OriginalDefectTests {
    private let sample: SampleIngestion

    init() async throws { sample = try await .authorised() }

    @Test("omitted padding was answered 500")
    func omittedPadding() async throws {
        #expect(try await sample.answer(to: IngestionRequest.check().with("padding", nil)).status == 204)
        #expect(try await sample.answer(to: IngestionRequest.upload().with("padding", nil)).status == 204)
        #expect(sample.accepted.keys.count == 1)
    }

    @Test("an omitted rolling period was answered 500; it is a whole day")
    func omittedRollingPeriod() async throws {
        #expect(try await sample.answer(to: IngestionRequest.upload([.key(1, period: nil)])).status == 204)
        #expect(sample.accepted.keys.map(\.diagnosisKey.key.rollingPeriod) == [144])
    }

    @Test("omitted exposure info was answered 500")
    func omittedExposureInfo() async throws {
        let summary: JSONValue = [
            "date": "2020-07-08", "matched_key_count": 1, "days_since_last_exposure": 1,
            "attenuation_durations": [300, 0, 0], "maximum_risk_score": 4,
        ]
        let request = try IngestionRequest.upload().with("exposure_detection_summaries", [summary])
        #expect(try await sample.answer(to: request).status == 204)
    }

    @Test("a documented transmission risk level was answered 400; it is accepted and ignored")
    func transmissionRiskLevel() async throws {
        let key: JSONValue = [
            "key_data": "AQEBAQEBAQEBAQEBAQEBAQ==", "rolling_start_number": .integer(IngestionRequest.today),
            "rolling_period": 144, "transmission_risk_level": 3,
        ]
        #expect(try await sample.answer(to: IngestionRequest.upload([key])).status == 204)
        #expect(sample.accepted.keys.map(\.diagnosisKey.transmissionRiskLevel) == [8])
    }

    /// Lists of keys that the original dropped while it answered 204 and consumed the code, and other wrong lists.
    private static let invalidLists: [(name: String, keys: [JSONValue])] = [
        ("31 keys", IngestionRequest.hourlyKeys(31)),
        ("a key of the future", [.key(1), .key(2, daysAgo: -1)]),
        ("the same key twice", [.key(1, daysAgo: 1), .key(1, daysAgo: 2)]),
        ("the same window twice", [.key(1), .key(2)]),
        ("windows that overlap by an interval", [.key(1, daysAgo: 2), .key(2, start: IngestionRequest.today - 145)]),
        ("period 0", [.key(1), .key(2, daysAgo: 2, period: 0)]),
        ("period 145", [.key(1, daysAgo: 3, period: 145)]),
        ("period -1", [.key(1, period: -1)]), ("period 144.0", [.key(1, period: .number("144.0"))]),
        ("period \"144\"", [.key(1, period: "144")]), ("negative start", [.key(1, start: -1)]),
        ("start beyond 32 bits", [.key(1, start: 4_294_967_296)]),
        ("15 bytes", [.key(1), .key(2, daysAgo: 2, byteCount: 15)]),
        ("17 bytes", [.key(1, byteCount: 17)]), ("no bytes", [.key(1, byteCount: 0)]),
    ]

    @Test(
        "invalid keys were dropped, answered 204, and consumed the code: now 400, and the code still works",
        arguments: invalidLists.indices
    )
    func invalidKeys(index: Int) async throws {
        let (name, keys) = Self.invalidLists[index]
        try await sample.answer(to: IngestionRequest.upload(keys)).expect(.notCompliant, "\(name)")
        #expect(sample.accepted.contents.isEmpty)
        #expect(try await sample.answer(to: IngestionRequest.check()).status == 204, "\(name)")
        #expect(try await sample.answer(to: IngestionRequest.upload()).status == 204, "\(name)")
        #expect(sample.accepted.keys.count == 1)
    }

    @Test("no list of keys is shortened silently: thirty are sent, thirty are stored", arguments: [0, 1, 14, 15, 30])
    func wholeLists(count: Int) async throws {
        let keys = count == 0 ? [] : IngestionRequest.hourlyKeys(count)
        #expect(try await sample.answer(to: IngestionRequest.upload(keys)).status == 204)
        let numbers = sample.accepted.keys.map { Int($0.diagnosisKey.key.keyData.exposedBytes[0]) }
        #expect(numbers == Array(1..<(count + 1)))
        #expect(try await sample.stores.inbox.entries(limit: 1000).count == 1)
    }

    @Test("unaligned windows, as field phones have them, were dropped with their whole list")
    func unalignedWindows() async throws {
        let keys: [JSONValue] = [
            .key(1, start: IngestionRequest.today - 150, period: 139),
            .key(2, start: IngestionRequest.today - 11, period: 7),
        ]
        #expect(try await sample.answer(to: IngestionRequest.upload(keys)).status == 204)
        #expect(sample.accepted.keys.count == 2)
    }

    @Test(
        "every dummy after the first was answered 500",
        arguments: ["/v1/ingestion/check-otp", "/v1/ingestion/upload"]
    )
    func hundredDummies(path: String) async throws {
        let sample = try await SampleIngestion()
        try await sample.run { ports async throws in
            let connection = try RawHTTP(port: ports.public)
            for seed in 0..<100 {
                try await connection.send(IngestionRequest.dummy(path, seed: UInt64(seed)).text)
                #expect(try await connection.answer().status == 204)
            }
        }
        #expect(sample.accepted.contents.isEmpty)
        #expect(try await sample.stores.inbox.entries(limit: 1000).isEmpty)
    }

    @Test("the client clock was ignored: a phone that is a day fast may send keys that seem to be from the future")
    func clientClock() async throws {
        let tomorrow = try IngestionRequest.upload([.key(1, daysAgo: -1)])
        #expect(try await sample.answer(to: tomorrow).status == 400)
        let clock = String(SampleIngestion.noon.seconds + 86_400)
        #expect(try await sample.answer(to: tomorrow.setting(\.clientClock, clock)).status == 204)
        let key = sample.accepted.keys.first?.diagnosisKey.key
        #expect(key.map { Int($0.rollingStart.rawValue) } == IngestionRequest.today + 144, "published as it was sent")
    }

    @Test("today's key was lost for ever; now it is stored until its embargo ends")
    func todaysKey() async throws {
        #expect(try await sample.answer(to: IngestionRequest.upload([.key(1, daysAgo: 0)])).status == 204)
        let midnight = SampleIngestion.noon.utcDay.advanced(byDays: 1).startInUTC
        let release = KeyRelease(sequence: .main, releasableAt: midnight.advanced(bySeconds: 7200))
        #expect(sample.accepted.keys.map(\.releases) == [[release]])
    }
}
