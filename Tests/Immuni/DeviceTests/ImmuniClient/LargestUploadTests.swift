import ClientKit
import ClientTesting
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import PhonePorts
import Testing
import WireFormat

@testable import ImmuniClient

@Suite("The largest upload")
struct LargestUploadTests {
    @Test("fits into a packet of the required size, even with the longest host name")
    func fits() throws {
        let packet = LargestUpload.packetSize(summaryCount: 84, infoCount: 600)
        #expect(packet <= 110_000, "the published defaults go together")
        let host = String(repeating: "a", count: 253) + ":65535"
        var generator = SeededGenerator(seed: 3)
        let upload = try Self.largest()
        let request = try FixedSizeRequest(
            endpoint: ImmuniEndpoint.upload,
            host: .upload,
            addedHeaders: [.init("Host", host)],
            headers: RequestHeaders.ingestion(
                token: OneTimePassword.generate(using: &generator).uploadToken,
                flag: .genuine
            ) + [.init(ImmuniHeader.clientClock, "1795255200")],
            body: upload.exposedBody(padding:)
        ).padded(to: packet, using: &generator)
        #expect(WireSize.of(request, authority: host) == packet)
        #expect(packet - LargestUpload.headSize == upload.exposedBody(padding: "").count)
    }

    @Test("grows with every summary and info")
    func grows() {
        let sizes = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)].map {
            LargestUpload.packetSize(summaryCount: $0.0, infoCount: $0.1)
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
        #expect((sizes.first ?? 0) > LargestUpload.headSize + 14 * 80, "fourteen keys are in it")
    }

    /// The largest values of an upload, distributed as a phone distributes them.
    private static func largest() throws -> UploadRequest {
        var generator = SeededGenerator(seed: 4)
        let day = CalendarDay(daysSinceEpoch: 20_778)
        let exposure = EpidemiologicalInfo.Info(
            date: day,
            duration: 1800,
            attenuationValue: 255,
            attenuationDurations: [1800, 1800, 1800],
            transmissionRiskLevel: 8,
            totalRiskScore: 4096
        )
        let keys = try (0..<14).map { _ in
            try TemporaryExposureKey.generate(forDayOf: IntervalNumber(9_999_900), using: &generator)
        }
        let summaries = (0..<84).map { index in
            EpidemiologicalInfo.DetectionSummary(
                date: day,
                matchedKeyCount: 65_535,
                daysSinceLastExposure: 14,
                attenuationDurations: [1800, 1800, 1800],
                maximumRiskScore: 4096,
                exposureInfo: index == 0 ? Array(repeating: exposure, count: 600) : []
            )
        }
        let info = EpidemiologicalInfo(summaries: summaries)
        return UploadRequest(province: .abroad, keys: keys, epidemiologicalInfo: info)
    }
}
