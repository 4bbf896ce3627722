package import ExposurePrimitives
import ImmuniAPI
import ImmuniClient
package import LoadGeneration
package import PhonePorts
import WireFormat

extension PhoneHost {
    /// Authorises the codes that health workers are told, on the internal network.
    package static let otp = PhoneHost("otp")
}

/// Immuni's phones and health workers.
package struct ImmuniDay: LoadWorkflow {
    private let clock: any WallClock
    private let immuni: ImmuniTraffic

    package init(_ traffic: ImmuniTraffic, clock: any WallClock) {
        (self.clock, immuni) = (clock, traffic)
    }

    package var traffic: any LoadTraffic { immuni }

    package var hosts: [PhoneHost: LoadListener] {
        [.download: .public, .upload: .public, .analytics: .public, .otp: .internal]
    }

    package func visits(of plan: DayPlan, after preparation: LoadPreparation) async throws -> [LoadVisit] {
        let newest = try await newestChunk(preparation)
        let requests = UploadRequests(
            addedHeaders: await preparation.addedHeaders(to: .upload),
            size: immuni.settings.teksPacketSize
        )
        let clock = clock
        let session = DownloadVisit.steps(settings: immuni.settingsSize, hasChunks: newest != nil)
        return [LoadVisit(plan["background session"], session) { _ in DownloadVisit() }]
            + (newest.map { newest in [LoadVisit(plan["new chunk"]) { _ in ChunkVisit(newest: newest) }] } ?? [])
            + [
                LoadVisit(plan["cold start"]) { _ in DownloadVisit() },
                LoadVisit(plan["person shares keys"]) { UploadVisit(requests, clock: clock, generator: $0) },
                LoadVisit(plan["dummy of a check"]) {
                    DummyVisit(.validation, requests, clock: clock, generator: $0)
                },
                LoadVisit(plan["dummy of an upload"]) { DummyVisit(.upload, requests, clock: clock, generator: $0) },
                LoadVisit(plan["analytics token"]) { ReportVisit(isToken: true, clock: clock, generator: $0) },
                LoadVisit(plan["Operational Info"]) { ReportVisit(isToken: false, clock: clock, generator: $0) },
                LoadVisit(plan["dummy of Operational Info"]) { ReportCoverVisit(clock: clock, generator: $0) },
            ]
    }

    /// Nil if no chunk is on offer yet. Phones then ask for none.
    private func newestChunk(_ preparation: LoadPreparation) async throws -> Int? {
        let kind = DownloadVisit.index(expecting: [200, 404])
        let answer = try await preparation.send(.immuni(ImmuniEndpoint.keyIndex.path), as: kind)
        return answer.status == 200 ? try ChunkIndex(parsing: answer.body).newest : nil
    }
}
