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

        package init(period: Double, maxKeyCount: Int) {
            (self.period, self.maxKeyCount) = (period, maxKeyCount)
        }
    }

    /// - Parameter document: the settings of the apps, as phones get them.
    /// - Throws: a `DecodingError` that names the missing or wrong setting.
    package init(parsing document: [UInt8], _ publication: Publication) throws {
        settings = try AppSettings(parsing: Data(document))
        (settingsSize, self.publication) = (document.count, publication)
    }

    package func visits(of question: CapacityQuestion) -> [PlannedVisit] {
        let (phones, cases, awake) = (question.phones, question.casesPerDay, DayCurve.awake(peak: question.peak))
        return [
            PlannedVisit(
                "background session",
                perDay: phones * DayCurve.secondsPerDay / Double(settings.exposureDetectionPeriod),
                from: "exposure_detection_period, publication.period, publication.max-key-count",
                on: awake,
                DownloadVisit.steps(chunks(of: question), settings: settingsSize),
                cost: VisitCost(microseconds: 100)
            ),
            PlannedVisit(
                "cold start",
                perDay: phones * question.openings,
                from: "--openings",
                on: awake,
                [LoadStep(DownloadVisit.settings(of: settingsSize), after: 0)],
                cost: VisitCost(microseconds: 40)
            ),
            PlannedVisit(
                "person shares keys",
                perDay: cases,
                from: "--cases-per-day, teks_packet_size",
                on: awake,
                UploadVisit.steps(settings),
                cost: VisitCost(microseconds: 500, commits: 2, storedBytes: 79 * question.keysPerCase, storedDays: 14)
            ),
        ] + dummies(phones) + reports(phones, awake)
    }

    /// Waiting times without memory have no hour of the day.
    private func dummies(_ phones: Double) -> [PlannedVisit] {
        let sequences = phones * DayCurve.secondsPerDay / Double(settings.dummyTeksAverageOpportunityWaitingTime)
        let names = "dummy_teks_average_opportunity_waiting_time, teks_packet_size"
        return [
            PlannedVisit(
                "dummy of a check",
                perDay: sequences,
                from: names,
                on: .even,
                [LoadStep(DummyVisit.check(settings), after: 0)],
                cost: VisitCost(microseconds: 100)
            ),
            PlannedVisit(
                "dummy of an upload",
                perDay: sequences * uploadsPerSequence,
                from: "dummy_teks_request_probabilities, " + names,
                on: .even,
                [LoadStep(DummyVisit.upload(settings), after: 0)],
                connections: 0,
                cost: VisitCost(microseconds: 100)
            ),
        ]
    }

    private func reports(_ phones: Double, _ awake: DayCurve) -> [PlannedVisit] {
        [
            PlannedVisit(
                "Operational Info",
                perDay: phones * settings.operationalInfoWithoutExposureSamplingRate / Self.daysOfMonth,
                from: "operational_info_without_exposure_sampling_rate, once a month",
                on: awake,
                ReportVisit.steps,
                cost: VisitCost(microseconds: 200, commits: 2, storedBytes: 100, storedDays: 31)
            ),
            PlannedVisit(
                "dummy of Operational Info",
                perDay: phones * DayCurve.secondsPerDay / Double(settings.dummyAnalyticsWaitingTime),
                from: "dummy_analytics_waiting_time",
                on: .even,
                ReportCoverVisit.steps,
                cost: VisitCost(microseconds: 60)
            ),
        ]
    }

    /// The mean number of requests behind the first of a sequence.
    var uploadsPerSequence: Double {
        let (all, last) = (settings.dummyTeksRequestProbabilities, settings.dummyTeksRequestProbabilities.last ?? 0)
        // The last probability repeats for ever. One of 1 would never end; a day has a second for each request at most.
        let tail = last < 1 ? last / (1 - last) : DayCurve.secondsPerDay
        return all.dropLast().reversed().reduce(tail) { rest, share in share * (1 + rest) }
    }

    /// The chunks that are new to a phone at each session.
    private func chunks(of question: CapacityQuestion) -> DownloadVisit.Chunks {
        let keys = question.casesPerDay * question.keysPerCase / DayCurve.secondsPerDay * publication.period
        let runs = Double(settings.exposureDetectionPeriod) / publication.period
        let perRun = max(keys / Double(publication.maxKeyCount), 1).rounded(.up)
        let count = max(runs * perRun, 1).rounded()
        return DownloadVisit.Chunks(count: Int(min(count, Double(Self.maxChunks))), keys: keys * runs)
    }

    private static let daysOfMonth = 365.25 / 12
    /// More would be no plan but a mistake in a setting.
    private static let maxChunks = 1000
}
