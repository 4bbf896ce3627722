package import ExposurePrimitives
import ImmuniAPI
import ImmuniClient
package import LoadGeneration
package import LoadModel
package import PhonePorts
import WireFormat

extension PhoneHost {
    /// Authorises the codes that health workers are told, on the internal network.
    package static let otp = PhoneHost("otp")
}

/// Immuni's phones and health workers.
package struct ImmuniDay: LoadWorkflow {
    private let clock: any WallClock

    package init(clock: any WallClock) {
        self.clock = clock
    }

    package var hosts: [PhoneHost: LoadListener] {
        [.download: .public, .upload: .public, .analytics: .public, .otp: .internal]
    }

    package func visits(of day: DayOfVisits, after preparation: LoadPreparation) async throws -> [LoadVisit] {
        let awake = DayCurve.awake(peak: day.peak)
        let newest = try await newestChunk(preparation)
        let requests = UploadRequests(addedHeaders: await preparation.addedHeaders(to: .upload), size: Self.packetSize)
        let (clock, check) = (clock, DownloadVisit(newestChunk: newest))
        return [
            LoadVisit("check", perDay: day.downloads / Double(check.steps.count), on: awake, check.steps) { _ in check
            },
            LoadVisit("case", perDay: day.cases, on: awake, UploadVisit.steps) { generator in
                UploadVisit(requests, clock: clock, generator: generator)
            },
            // Waiting times without memory have no hour of the day.
            LoadVisit("cover", perDay: day.covers, on: .even, DummyVisit.steps) { generator in
                DummyVisit(requests: requests, clock: clock, generator: generator)
            },
            LoadVisit("report", perDay: day.reports, on: awake, ReportVisit.steps) { generator in
                ReportVisit(clock: clock, generator: generator)
            },
            LoadVisit("report cover", perDay: day.reports, on: .even, ReportCoverVisit.steps) { generator in
                ReportCoverVisit(clock: clock, generator: generator)
            },
        ]
    }

    /// Nil if no chunk is on offer yet. Phones then ask for none.
    private func newestChunk(_ preparation: LoadPreparation) async throws -> Int? {
        let answer = try await preparation.send(.immuni(ImmuniEndpoint.keyIndex.path), as: DownloadVisit.firstIndex)
        return answer.status == 200 ? try ChunkIndex(parsing: answer.body).newest : nil
    }

    /// Bytes of every request to the upload host, as the published settings say.
    static let packetSize = 110_000
}
