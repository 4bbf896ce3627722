import ClientTesting
import ExposurePrimitives
import ImmuniAPI
import PhonePorts
import Testing
import WireFormat

@testable import ImmuniClient

/// Real requests and dummies as an observer of the connection sees them.
@Suite("The shape of requests on the wire")
struct WireShapeTests {
    private static let start = UnixTime(1_795_255_200)

    /// The size, and the facts about each header that are known without its content.
    struct Shape: Hashable {
        let size: Int
        let host: PhoneHost
        let headers: [String]

        init(_ request: PhoneRequest) {
            size = WireSize.of(request, authority: "\(request.host.name).example.org")
            host = request.host
            headers = request.headers.map { "\($0.name): \($0.value.utf8.count)" }
        }
    }

    @Test("a dummy upload has the shape of a real one, and the same size as a validation")
    func uploads() async throws {
        let sample = try await SampleClient.onboarded()
        await sample.live(days: 3)
        _ = try await sample.upload()
        for kind in [DummyKind.validation, .upload, .upload] {
            _ = await sample.client.perform(.sendDummy(kind))
        }
        let packets = sample.authority.requests.filter { $0.host == .upload }
        let shapes = packets.map(Shape.init)
        #expect(shapes[0] == shapes[2], "validation")
        #expect(shapes[1] == shapes[3] && shapes[3] == shapes[4], "upload")
        #expect(Set(shapes.map(\.size)) == [110_000])
        let isLarge = packets.allSatisfy { $0.body.count >= 110_000 - LargestUpload.headSize }
        #expect(isLarge, "what ingestion.min-body may ask for")
        let flags = packets.map { request in request.headers.first { $0.name == "Immuni-Dummy-Data" }?.value }
        #expect(flags == ["0", "0", "1", "1", "1"])
        let tokens = packets.map { request in request.headers.first { $0.name == "Authorization" }?.value }
        #expect(Set(tokens).count == 4, "each dummy has a token of its own")
        #expect(Set(packets.map(\.body)).count == packets.count)
        #expect(packets[3].body.allSatisfy { $0 < 128 })
    }

    @Test(
        "a dummy of Operational Info has the shape of a real one",
        arguments: [SettingsRequest.Platform.iOS, .android]
    )
    func operationalInfo(platform: SettingsRequest.Platform) async throws {
        let sample = try await SampleClient.onboarded(platform: platform)
        var generator = SeededGenerator(seed: 1)
        let isPhone = platform == .iOS
        let genuine = [nil, Self.start.utcDay].map { day in
            InfoReport(
                province: .abroad,
                exposurePermission: true,
                bluetoothActive: true,
                notificationPermission: false,
                exposureDay: day,
                token: isPhone ? StoredToken(.random(using: &generator)) : nil
            )
        }
        for report in genuine + Array(repeating: nil, count: 20) {
            _ = await sample.client.perform(.analytics(.sendInfo(InfoOrder(report, at: Self.start))))
        }
        let requests = sample.authority.requests.filter { $0.host == .analytics }
        #expect(requests.count == 22)
        #expect(Set(requests.map(Shape.init)).count == 1)
        #expect(Set(requests.map(\.body)).count > 15, "the dummies differ among themselves")
        let path = isPhone ? "/v1/analytics/apple/operational-info" : "/v1/analytics/google/operational-info"
        #expect(requests.allSatisfy { $0.target == path })
    }

    @Test("no request reveals the phone's language, and none has a cookie or another identifier")
    func headers() async throws {
        let sample = try SampleClient(platform: .iOS)
        sample.owner.change { $0.languages = ["it-IT"] }
        try await sample.onboard()
        await sample.detect()
        _ = try await sample.upload()
        let names = Set(sample.authority.requests.flatMap { $0.headers.map(\.name) })
        let known: Set = [
            "User-Agent", "Accept-Language", "Content-Type", "Content-Length", "Authorization", "Immuni-Dummy-Data",
            "Immuni-Client-Clock",
        ]
        #expect(names.isSubset(of: known))
        let languages = sample.authority.requests.compactMap { request in
            request.headers.first { $0.name == "Accept-Language" }?.value
        }
        #expect(Set(languages) == ["en"])
        #expect(languages.count == sample.authority.requests.count)
    }
}
