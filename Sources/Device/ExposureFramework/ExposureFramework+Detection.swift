import ExposurePrimitives
import GAENCore
public import KeyExport
import PhonePorts
public import RiskModels

extension ExposureFramework {
    public func detectExposures(
        in exports: [VerifiedExport],
        under configuration: ExposureConfiguration
    ) async throws(ExposureFrameworkError) -> ExposureDetectionSummary {
        try requireEnabled()
        guard !isDetecting else {
            throw .temporarilyDisabled
        }
        guard (try? ExportGroup.check(exports.map(\.contents.metadata))) != nil else {
            throw .incompleteExports
        }
        try count(.detection, upTo: options.limits.detectionsPerDay)
        try forgetExpired()
        isDetecting = true
        defer { isDetecting = false }
        let wipes = wipes
        let found = try await ExposureMatching.matches(in: exports, against: sightings.all)
        // Meanwhile the owner may have turned everything off.
        try requireEnabled()
        guard wipes == self.wipes else {
            throw .serviceDisabled
        }
        let assessment = ExposureAssessment(of: found, under: configuration, now: phone.clock.now())
        self.assessment = assessment
        return assessment.summary
    }

    public func exposureInfos() async throws(ExposureFrameworkError) -> [ExposureInfo] {
        try requireEnabled()
        guard let infos = assessment?.infos, !infos.isEmpty else {
            return []
        }
        await phone.alerts.present(.exposureInfoReleased)
        return infos
    }

    /// Counts a call, in the storage first.
    func count(_ call: CallQuota.Call, upTo limit: Int) throws(ExposureFrameworkError) {
        let today = phone.clock.now().utcDay
        guard try change({ $0.quota.take(call, upTo: limit, on: today) }) else {
            throw .rateLimited
        }
    }
}
