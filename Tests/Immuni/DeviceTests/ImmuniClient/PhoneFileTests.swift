import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import Localisation
import PhonePorts
import PhoneSimulation
import Testing

@testable import ImmuniClient

/// The file of an app that is in use, from before the state had slices.
@Suite("The app's file")
struct PhoneFileTests {
    private struct Recorded: Decodable {
        let key: String
        let sealed: Data
    }

    private static let vector = RepositoryFolder.url.appending(path: "Tests/Vectors/immuni-phone-file.json")

    private static func content() throws -> [String: Any] {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: vector))
        return try #require((file as? [String: Any])?["memory"] as? [String: Any])
    }

    /// The fields that an app writes.
    private static func fields(of memory: AppMemory) throws -> [String: Any] {
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(memory))
        return try #require(written as? [String: Any])
    }

    /// A phone with the recorded file.
    private static func phone() throws -> SampleClient {
        let recorded = try JSONDecoder().decode(Recorded.self, from: Data(contentsOf: vector))
        let storage = InMemoryPhoneStorage()
        try storage.store(SecretBytes(try #require(Hex.decode(recorded.key))))
        try storage.replace("app", with: Array(recorded.sealed))
        return try SampleClient(platform: .iOS, disk: SamplePhoneDisk(app: storage))
    }

    @Test("of an app in use opens, and every field has its name and value")
    func opens() async throws {
        let fields = try await Self.fields(of: Self.phone().client.state.memory)
        let recorded = try Self.content()
        #expect(fields.keys.sorted() == recorded.keys.sorted())
        #expect(recorded.count == 22, "all that an app can remember")
        for (name, value) in recorded {
            #expect((value as? NSObject) == (fields[name] as? NSObject), "\(name)")
        }
    }

    @Test("leads its owner to where they were")
    func goesOn() async throws {
        let sample = try Self.phone()
        sample.clock.set(UnixTime(1_795_298_460))
        let home = try await sample.homeScreen(after: .launched(inForeground: true))
        #expect(home.hasUnfinishedUpload && !home.status.isPositive)
        #expect(home.status != .neutral, "the warning counts")
        #expect(await sample.client.display.language == .italian)
        #expect(sample.scheduler[.attestationRetry] == UnixTime(1_795_298_470))
        #expect(sample.owner.shown.count == 5, "what was not shown yet")
    }

    @Test("without any of the fields that an app need not have opens too")
    func optionalFields() throws {
        let optional: Set = [
            "settings", "language", "province", "lastDetection", "lastAssessment", "faq", "upload", "monthly", "tokens",
            "pendingInfo", "serverTime", "cover",
        ]
        let few = try Self.content().filter { !optional.contains($0.key) }
        let memory = try JSONDecoder().decode(AppMemory.self, from: JSONSerialization.data(withJSONObject: few))
        #expect(try Set(Self.fields(of: memory).keys) == Set(few.keys))
    }

    /// The recorded file's story: a warning, a chunk that fails, and an upload without an answer.
    private static func live() async throws -> AppMemory {
        let sample = try await SampleClient.onboarded(platform: .iOS)
        await sample.live(days: 3)
        await sample.send(.chooseLanguage(.italian))
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        await sample.detect()
        await sample.detect()
        try await sample.authority.publish([sample.meet(seed: 11, minutes: 20)], as: 2)
        await sample.detect()
        try await sample.authority.publish([sample.meet(seed: 12, minutes: 20)], as: 3)
        sample.authority.fail("/v1/keys/3", with: 500)
        await sample.detect()
        _ = try await sample.showCode()
        await sample.send(.validateCode)
        sample.authority.loseAnswers(to: "/v1/ingestion/upload")
        await sample.send(.newCode)
        sample.clock.advance(bySeconds: 60)
        _ = try await sample.upload()
        return await sample.client.state.memory
    }

    @Test("of the same story has the same draws, so a new order of draws is noticed")
    func draws() async throws {
        let fields = try await Self.fields(of: Self.live())
        let recorded = try Self.content()
        let storied = [
            "chunks", "cover", "history", "lastDetection", "monthly", "serverTime", "status", "tokens", "upload",
        ]
        for name in storied {
            #expect((recorded[name] as? NSObject) == (fields[name] as? NSObject), "\(name)")
        }
    }
}
