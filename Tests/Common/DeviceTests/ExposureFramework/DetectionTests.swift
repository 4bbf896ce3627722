import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import PhonePorts
import ProximityRadio
import RiskModels
import Synchronization
import Testing

@Suite("Detection in the framework")
struct DetectionTests {
    private static let day: Int64 = 86_400

    @Test("finds the exposures to published keys, and alerts the owner when an app gets Exposure Info")
    func infos() async throws {
        let meeting = try await Meeting()
        let summary = try await meeting.detect()
        #expect((summary.matchedKeyCount, summary.maximumRiskScore) == (1, 15))
        #expect(meeting.listener.owner.alerts.isEmpty)
        for count in 1...2 {
            let infos = try await meeting.framework.exposureInfos()
            #expect(infos.map(\.duration) == [1500])
            #expect(meeting.listener.owner.alerts == [ExposureAlert](repeating: .exposureInfoReleased, count: count))
        }
    }

    @Test("releases nothing and alerts nobody if there was no exposure")
    func nothing() async throws {
        let meeting = try await Meeting()
        #expect(try await meeting.framework.exposureInfos().isEmpty)
        #expect(try await meeting.framework.exposureWindows().isEmpty)
        let export = try await SampleExport.verified([Self.strangersKey()])
        #expect(try await meeting.detect(in: [export]).matchedKeyCount == 0)
        #expect(try await meeting.framework.exposureInfos().isEmpty)
        #expect(try await meeting.framework.exposureWindows().isEmpty)
        #expect(meeting.listener.owner.alerts.isEmpty)
    }

    @Test("returns the windows of all exposures found so far, and alerts the owner each time")
    func windows() async throws {
        let meeting = try await Meeting.found()
        try await meeting.detect(in: [SampleExport.verified([DiagnosisKey]())])
        for count in 1...2 {
            let windows = try await meeting.framework.exposureWindows()
            #expect(windows.map(\.date) == [SamplePhone.start.utcDay])
            #expect(windows.map(\.reportType) == [.confirmedTest])
            #expect(windows.flatMap(\.scanInstances).map(\.typicalAttenuation) == [46, 46, 46, 46, 46])
            let alerts = [ExposureAlert](repeating: .exposureWindowsReleased, count: count)
            #expect(meeting.listener.owner.alerts == alerts)
        }
        #expect(try await meeting.listener.boot().exposureWindows().count == 1, "also after a restart")
    }

    @Test("deletes a found exposure with its sightings after fourteen days")
    func retention() async throws {
        let meeting = try await Meeting.found()
        meeting.listener.clock.set(meeting.lastSighting.advanced(bySeconds: 14 * Self.day - 1))
        #expect(try await meeting.framework.exposureWindows().flatMap(\.scanInstances).count == 1)
        meeting.listener.clock.advance(bySeconds: 1)
        #expect(try await meeting.framework.exposureWindows().isEmpty)
        meeting.listener.clock.set(try #require(meeting.keys.last).windowEnd.advanced(bySeconds: 14 * Self.day))
        _ = try await meeting.framework.exposureInfos()
        _ = try await meeting.framework.temporaryExposureKeyHistory()
        let size = try #require(try meeting.listener.storage.read("known-keys")).count
        // A sealed empty list has its count of four bytes, the nonce and the tag.
        #expect(size == 4 + 12 + 16)
    }

    @Test("counts a key once if it is in two files")
    func twice() async throws {
        let meeting = try await Meeting()
        let export = try await SampleExport.verified(meeting.keys)
        let end = SamplePhone.start.advanced(bySeconds: 1)
        let other = try await SampleExport.verified(meeting.keys.map { DiagnosisKey($0) }, end: end)
        #expect(try await meeting.detect(in: [export, export, other]).matchedKeyCount == 1)
    }

    @Test("needs all files of a batch, and refuses some of them")
    func batches() async throws {
        let meeting = try await Meeting()
        let first = try await SampleExport.verified(meeting.keys.map { DiagnosisKey($0) }, batch: (1, 2))
        let second = try await SampleExport.verified([DiagnosisKey](), batch: (2, 2))
        for part in [[first], [second], [first, first, second]] {
            await #expect(throws: ExposureFrameworkError.incompleteExports) { try await meeting.detect(in: part) }
        }
        #expect(try await meeting.detect(in: [second, first]).matchedKeyCount == 1)
    }

    @Test("is allowed twenty times in a UTC day, also across restarts")
    func detections() async throws {
        let meeting = try await Meeting()
        for _ in 0..<19 {
            try await meeting.detect()
        }
        let restarted = try meeting.listener.boot()
        let configuration = try SamplePhone.rule().configuration
        _ = try await restarted.detectExposures(in: [], under: configuration)
        await Self.expectRateLimit { _ = try await restarted.detectExposures(in: [], under: configuration) }
        // Setting the clock back gives nothing back.
        for seconds in [-1, -2 * Self.day] {
            meeting.listener.clock.set(meeting.endOfDay.advanced(bySeconds: seconds))
            await Self.expectRateLimit { _ = try await restarted.detectExposures(in: [], under: configuration) }
        }
        meeting.listener.clock.set(meeting.endOfDay)
        _ = try await restarted.detectExposures(in: [], under: configuration)
    }

    private static func expectRateLimit(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ call: () async throws -> Void
    ) async {
        await #expect(throws: ExposureFrameworkError.rateLimited, sourceLocation: sourceLocation) { try await call() }
    }

    @Test("answers six queries of windows in a UTC day, and six of daily summaries")
    func queries() async throws {
        let meeting = try await Meeting.found()
        let configuration = try Self.summaries()
        for _ in 0..<6 {
            #expect(try await meeting.framework.exposureWindows().count == 1)
            let summaries = try await meeting.framework.dailySummaries(under: configuration)
            #expect(summaries.map(\.date) == [SamplePhone.start.utcDay])
            #expect(summaries.map(\.daySummary.scoreSum) == [1200])
        }
        await Self.expectRateLimit { _ = try await meeting.framework.exposureWindows() }
        await Self.expectRateLimit { _ = try await meeting.framework.dailySummaries(under: configuration) }
        #expect(meeting.listener.owner.alerts.count == 6)
        meeting.listener.clock.set(meeting.endOfDay)
        #expect(try await meeting.framework.exposureWindows().count == 1)
    }

    @Test("changes the reading of keys once in seven days, and allows the same reading at any time")
    func mapping() async throws {
        let meeting = try await Meeting.found {
            DiagnosisKey(key: $0, transmissionRiskLevel: 8, daysSinceOnsetOfSymptoms: 0)
        }
        let high = try Self.mapping(.high)
        try await meeting.framework.setDiagnosisKeysDataMapping(high)
        #expect(try await meeting.framework.exposureWindows().map(\.infectiousness) == [.high])
        let none = try Self.mapping(.none)
        meeting.listener.clock.advance(bySeconds: 7 * Self.day - 1)
        let restarted = try meeting.listener.boot()
        try await restarted.setDiagnosisKeysDataMapping(high)
        await Self.expectRateLimit { try await restarted.setDiagnosisKeysDataMapping(none) }
        #expect(try await restarted.exposureWindows().map(\.infectiousness) == [.high])
        // If the clock is set back to before the choice, the seven days begin again.
        meeting.listener.clock.advance(bySeconds: -7 * Self.day)
        await Self.expectRateLimit { try await restarted.setDiagnosisKeysDataMapping(none) }
        meeting.listener.clock.advance(bySeconds: 7 * Self.day - 1)
        await Self.expectRateLimit { try await restarted.setDiagnosisKeysDataMapping(none) }
        meeting.listener.clock.advance(bySeconds: 1)
        try await restarted.setDiagnosisKeysDataMapping(none)
        #expect(try await restarted.exposureWindows().map(\.infectiousness) == [Infectiousness.none])
    }

    @Test("runs once at a time")
    func disturbed() async throws {
        let meeting = try await Meeting()
        let export = try await SampleExport.verified(meeting.keys)
        let configuration = try SamplePhone.rule().configuration
        let framework = meeting.framework
        let outcomes = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        return try await framework.detectExposures(in: [export], under: configuration).matchedKeyCount
                    } catch {
                        return (error as? ExposureFrameworkError) == .temporarilyDisabled ? -1 : -2
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // In every order one call is first, and none fails for another reason.
        #expect(outcomes.contains(1))
        #expect(Set(outcomes).isSubset(of: [1, -1]))
    }

    @Test("keeps Exposure Info in memory until fourteen days after its day")
    func oldInfos() async throws {
        let meeting = try await Meeting.found()
        meeting.listener.clock.set(SamplePhone.start.advanced(bySeconds: 15 * Self.day - 1))
        #expect(try await meeting.framework.exposureInfos().count == 1)
        meeting.listener.clock.advance(bySeconds: 1)
        #expect(try await meeting.framework.exposureInfos().isEmpty)
    }

    @Test("releases nothing if the owner deletes everything when alerted")
    func wipedMeanwhile() async throws {
        let meeting = try await Meeting.found()
        let framework = meeting.framework
        meeting.listener.owner.whenAlerted { try? await framework.wipe() }
        await #expect(throws: ExposureFrameworkError.unauthorised) { try await framework.exposureInfos() }
    }

    @Test("releases nothing if the owner turned everything off meanwhile, even if it is on again")
    func turnedOffMeanwhile() async throws {
        let meeting = try await Meeting.found()
        let framework = meeting.framework
        meeting.listener.owner.whenAlerted {
            try? await framework.disable()
            try? await framework.enable()
        }
        await #expect(throws: ExposureFrameworkError.serviceDisabled) { try await framework.exposureInfos() }
        await #expect(throws: ExposureFrameworkError.serviceDisabled) { try await framework.exposureWindows() }
    }

    @Test("alerts the owner of each of many concurrent calls, and answers no more calls than allowed")
    func atOnce() async throws {
        let meeting = try await Meeting.found()
        let framework = meeting.framework
        // Another call arrives while the owner is alerted of one.
        meeting.listener.owner.whenAlerted { await Task.yield() }
        let released = await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { (try? await framework.exposureWindows())?.count ?? 0 }
            }
            return await group.reduce(0, +)
        }
        #expect(released == 6)
        #expect(meeting.listener.owner.alerts.count == 6)
    }

    @Test("alerts the owner even if the app cancels its call")
    func cancelled() async throws {
        let meeting = try await Meeting.found()
        let framework = meeting.framework
        let cancelled = Mutex(0)
        meeting.listener.owner.whenAlerted { cancelled.withLock { $0 += Task.isCancelled ? 1 : 0 } }
        await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                #expect(Task.isCancelled)
                _ = try? await framework.exposureInfos()
                _ = try? await framework.exposureWindows()
            }
        }
        #expect(meeting.listener.owner.alerts == [.exposureInfoReleased, .exposureWindowsReleased])
        #expect(cancelled.withLock { $0 } == 0, "a presenter sees nothing of it")
    }

    @Test("accepts one confirmation or withdrawal of a report")
    func revised() async throws {
        func key(_ type: DiagnosisKey.ReportType) -> @Sendable (TemporaryExposureKey) -> DiagnosisKey {
            { DiagnosisKey($0, type) }
        }
        let meeting = try await Meeting.found(key: key(.selfReport))
        #expect(try await meeting.framework.exposureWindows().map(\.reportType) == [.selfReport])
        for type in [DiagnosisKey.ReportType.confirmedTest, .revoked, .selfReport] {
            let revised = try await SampleExport.verified([], revised: meeting.keys.map(key(type)))
            try await meeting.detect(in: [revised])
            #expect(try await meeting.framework.exposureWindows().map(\.reportType) == [.confirmedTest])
        }
        let withdrawnFirst = try await Meeting(key: key(.selfReport))
        let earlier = try await SampleExport.verified([], revised: withdrawnFirst.keys.map(key(.revoked)))
        try await withdrawnFirst.detect(in: [earlier])
        try await withdrawnFirst.detect()
        #expect(try await withdrawnFirst.framework.exposureWindows().isEmpty, "files may come in any order")
        let withdrawn = try await Meeting(key: key(.confirmedClinicalDiagnosis))
        try await withdrawn.detect()
        let revised = try await SampleExport.verified([], revised: withdrawn.keys.map(key(.revoked)))
        try await withdrawn.detect(in: [revised])
        try await withdrawn.detect()
        #expect(try await withdrawn.framework.exposureWindows().isEmpty)
    }

    @Test(
        "takes no exposure from keys of experiments, nor from the withdrawal of an unknown report",
        arguments: [
            (DiagnosisKey.ReportType?.none, 1), (.unknown, 1), (.confirmedTest, 1), (.confirmedClinicalDiagnosis, 1),
            (.selfReport, 1), (.recursive, 0), (.revoked, 0),
        ]
    )
    func reportTypes(type: DiagnosisKey.ReportType?, windows: Int) async throws {
        let meeting = try await Meeting.found { DiagnosisKey($0, type) }
        #expect(try await meeting.framework.exposureWindows().count == windows)
        // A revised key may be the first to be seen.
        let other = try await Meeting()
        let revised = other.keys.map { DiagnosisKey($0, type) }
        #expect(try await other.detect(in: [SampleExport.verified([], revised: revised)]).matchedKeyCount == 0)
        #expect(try await other.framework.exposureWindows().count == windows)
    }

    @Test("does not accept a key that returns with another window")
    func otherWindow() async throws {
        let meeting = try await Meeting.found { DiagnosisKey($0, .selfReport) }
        let key = try #require(meeting.keys.first)
        let (data, start, period) = (key.keyData, key.rollingStart, key.rollingPeriod)
        let shorter = try TemporaryExposureKey(keyData: data, rollingStart: start, rollingPeriod: period - 1)
        let revised = DiagnosisKey(shorter, .confirmedTest)
        try await meeting.detect(in: [SampleExport.verified([], revised: [revised])])
        #expect(try await meeting.framework.exposureWindows().map(\.reportType) == [.selfReport])
    }

    private static func strangersKey() throws -> TemporaryExposureKey {
        var generator = SeededGenerator(seed: 99)
        return try .generate(forDayOf: IntervalNumber(clamping: SamplePhone.start), using: &generator)
    }

    private static func mapping(_ infectiousness: Infectiousness) throws -> DiagnosisKeysDataMapping {
        try DiagnosisKeysDataMapping(
            daysSinceOnsetToInfectiousness: [Infectiousness](repeating: infectiousness, count: 29),
            infectiousnessWhenDaysSinceOnsetMissing: .standard
        )
    }

    private static func summaries() throws -> DailySummariesConfiguration {
        try DailySummariesConfiguration(
            reportTypeWeights: [.confirmedTest: 1],
            infectiousnessWeights: [.standard: 1],
            attenuationBucketThresholds: [50, 60, 70],
            attenuationBucketWeights: [1, 0, 0, 0]
        )
    }
}
