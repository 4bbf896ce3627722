import ExposureFramework
import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

/// The values inside of results; `scripts/check-disclosure` checks their types.
@Suite("What the framework's results disclose")
struct DisclosureTests {
    @Test("is neither a key nor an identifier nor a moment, at any depth")
    func leaves() async throws {
        let meeting = try await Meeting(people: 3)
        let summary = try await meeting.detect()
        let windows = try await meeting.framework.exposureWindows()
        let rules: [any WindowRiskModel] = [try CoronaWarnRule(.published), try DailySummaryRule(.wideNet)]
        let results: [Any] = [
            summary, windows, try await meeting.framework.exposureInfos(), await meeting.framework.status,
            await meeting.framework.authorisation, await meeting.framework.releasableKeyCount as Any,
            rules.map { $0.assess(windows, today: windows[0].date) },
        ]
        let types = Set(results.flatMap { Self.types(in: $0) })
        #expect(types.contains("CalendarDay"), "the walk sees something")
        let forbidden = [
            "UnixTime", "IntervalNumber", "Bytes16", "KeyData", "TemporaryExposureKey", "DiagnosisKey", "Sighting",
            "RollingProximityIdentifier", "EncodedMetadata", "MatchedSighting", "Match", "SecretBytes", "Date", "UUID",
        ]
        #expect(types.isDisjoint(with: forbidden), "\(types.intersection(forbidden))")
        // The search would find them: a match holds nearly all of them.
        let raw = Self.types(in: try await Self.rawMatch(in: meeting))
        #expect(raw.isSuperset(of: ["UnixTime", "KeyData", "Sighting"]))
        let bytes = meeting.keys.map(\.keyData.exposedBytes)
        let printed = "\(results)"
        #expect(bytes.allSatisfy { !printed.contains("\($0)") })
    }

    @Test("has no lasting order: windows are shuffled each time, infos are sorted by their values")
    func order() async throws {
        let meeting = try await Meeting(people: 6)
        try await meeting.detect()
        var orders: Set<[Int]> = []
        for _ in 0..<6 {
            let windows = try await meeting.framework.exposureWindows()
            orders.insert(windows.compactMap { $0.scanInstances.first?.typicalAttenuation })
        }
        // With 720 possible orders, six equal ones are nearly impossible.
        #expect(orders.count > 1)
        #expect(orders.allSatisfy { $0.sorted() == Array(46...51) })
        let infos = try await meeting.framework.exposureInfos()
        #expect(infos.map(\.attenuationValue) == Array((46...51).reversed()))
        #expect(Set(infos.map(\.date)).count == 1)
    }

    /// The names of the types of everything in `value`.
    private static func types(in value: Any) -> Set<String> {
        Mirror(reflecting: value).children.reduce(into: ["\(type(of: value))"]) { types, child in
            types.formUnion(Self.types(in: child.value))
        }
    }

    private static func rawMatch(in meeting: Meeting) async throws -> [Match] {
        let sightings = await meeting.framework.rawSightings
        return DictionaryMatcher(sightings: sightings).matches(of: meeting.keys.map { DiagnosisKey($0) })
    }
}
