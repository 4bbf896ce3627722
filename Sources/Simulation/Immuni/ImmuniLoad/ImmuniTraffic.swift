import ClientKit
import ExposurePrimitives
import Foundation
import ImmuniAPI
package import LoadGeneration
package import LoadModel

/// How Immuni's phones and health workers spend a day, by the settings in force.
///
/// The phones are iPhones: their dummies and reports need no attestation, which a load could not have.
package struct ImmuniTraffic: LoadTraffic {
    let settings: AppSettings
    /// Bytes of the settings as JSON.
    let settingsSize: Int
    private let publication: Publication

    /// How the server publishes.
    package struct Publication: Hashable, Sendable {
        /// Seconds between two runs: `publication.period`.
        package let period: Double
        /// Keys of a chunk, at most: `publication.max-key-count`.
        package let maxKeyCount: Int
        /// Keys of a run with any keys, at least: `publication.padded-key-count`.
        package let paddedKeyCount: Int

        package init(period: Double, maxKeyCount: Int, paddedKeyCount: Int) {
            (self.period, self.maxKeyCount, self.paddedKeyCount) = (period, maxKeyCount, paddedKeyCount)
        }
    }

    /// - Parameter document: the settings of the apps, as phones get them.
    /// - Throws: a `DecodingError` that names the missing or wrong setting.
    package init(parsing document: [UInt8], _ publication: Publication) throws {
        settings = try AppSettings(parsing: Data(document))
        (settingsSize, self.publication) = (document.count, publication)
    }

    package func visits(of question: CapacityQuestion) -> [PlannedVisit] {
        let (phones, awake, chunks) = (question.phones, DayCurve.awake(peak: question.peak), chunks(of: question))
        return [
            // Detections follow each other by their period alone.
            PlannedVisit(
                "background session",
                perDay: phones * sessionsPerDay,
                from: "exposure_detection_period",
                on: .even,
                DownloadVisit.steps(settings: settingsSize, hasChunks: true),
                cost: VisitCost(microseconds: 406)
            ),
            PlannedVisit(
                "new chunk",
                perDay: phones * chunks.perDay,
                from: "--cases-per-day, publication.period, .max-key-count and .padded-key-count",
                on: .even,
                [LoadStep(DownloadVisit.chunk(of: chunks.keys), after: 0)],
                // That of the session.
                connections: 0,
                cost: VisitCost(microseconds: 144)
            ),
            PlannedVisit(
                "cold start",
                perDay: phones * question.openings,
                from: "--openings",
                on: awake,
                [LoadStep(DownloadVisit.settings(of: settingsSize), after: 0)],
                cost: VisitCost(microseconds: 207)
            ),
            PlannedVisit(
                "person shares keys",
                perDay: question.casesPerDay,
                from: "--cases-per-day, teks_packet_size",
                on: awake,
                UploadVisit.steps(settings),
                cost: VisitCost(microseconds: 2646, commits: 2, storedBytes: 79 * question.keysPerCase, storedDays: 14)
            ),
        ] + dummies(question, awake) + reports(phones)
    }

    /// iPhones send dummies while the app is open. It is counted as if no opening ended before its dummies.
    private func dummies(_ question: CapacityQuestion, _ awake: DayCurve) -> [PlannedVisit] {
        let opportunities = DayCurve.secondsPerDay / Double(settings.dummyTeksAverageOpportunityWaitingTime)
        let sequences = question.openings > 0 ? question.phones * opportunities : 0
        let names = "dummy_teks_average_opportunity_waiting_time, teks_packet_size"
        return [
            PlannedVisit(
                "dummy of a check",
                perDay: sequences,
                from: names,
                on: awake,
                [LoadStep(DummyVisit.check(settings), after: 0)],
                cost: VisitCost(microseconds: 558)
            ),
            PlannedVisit(
                "dummy of an upload",
                perDay: sequences * uploadsPerSequence,
                from: "the same, dummy_teks_request_probabilities",
                on: awake,
                [LoadStep(DummyVisit.upload(settings), after: 0)],
                // That of the check.
                connections: 0,
                cost: VisitCost(microseconds: 913, commits: 1)
            ),
        ]
    }

    /// They follow detections. An iPhone asks twice for each token, whatever becomes of its reports: the first answer
    /// says that Apple is asked, and the one after the next detection that the token is authorised.
    private func reports(_ phones: Double) -> [PlannedVisit] {
        [
            PlannedVisit(
                "analytics token",
                perDay: phones * 2 / Self.daysOfMonth,
                from: "a new token each month, two requests",
                on: .even,
                [LoadStep(ReportVisit.token, after: 0)],
                cost: VisitCost(microseconds: 276, commits: 1, storedBytes: 100, storedDays: 62)
            ),
            PlannedVisit(
                "Operational Info",
                perDay: phones * settings.operationalInfoWithoutExposureSamplingRate / Self.daysOfMonth,
                from: "operational_info_without_exposure_sampling_rate, once a month",
                on: .even,
                [LoadStep(ReportVisit.report, after: 0)],
                cost: VisitCost(microseconds: 347, commits: 1)
            ),
            PlannedVisit(
                "dummy of Operational Info",
                perDay: phones * DayCurve.secondsPerDay / Double(settings.dummyAnalyticsWaitingTime),
                from: "dummy_analytics_waiting_time",
                on: .even,
                ReportCoverVisit.steps,
                cost: VisitCost(microseconds: 517, commits: 1)
            ),
        ]
    }

    /// The mean number of requests behind the first of a sequence.
    var uploadsPerSequence: Double {
        let probabilities = settings.dummyTeksRequestProbabilities
        var (sum, reached) = (0.0, 1.0)
        for place in 0..<DummySequence.longest - 1 {
            reached *= probabilities.dropFirst(place).first ?? probabilities.last ?? 0
            sum += reached
        }
        return sum
    }

    private var sessionsPerDay: Double {
        let schedule = PeriodicSchedule(last: nil, period: settings.exposureDetectionPeriod)
        return DayCurve.secondsPerDay / Double(schedule.latest(after: UnixTime(0)).seconds(since: UnixTime(0)))
    }

    /// The chunks of a day, and the mean number of keys in each.
    private func chunks(of question: CapacityQuestion) -> (perDay: Double, keys: Double) {
        let runs = DayCurve.secondsPerDay / publication.period
        // People share their keys independently of each other, so a run may have none.
        let busyRuns = runs * (1 - exp(-question.casesPerDay / runs))
        guard busyRuns > 0 else {
            return (0, 0)
        }
        let keys = max(question.casesPerDay * question.keysPerCase / busyRuns, Double(publication.paddedKeyCount))
        let perRun = max((keys / Double(publication.maxKeyCount)).rounded(.up), 1)
        return (busyRuns * perRun, keys / perRun)
    }

    private static let daysOfMonth = 365.25 / 12
}
