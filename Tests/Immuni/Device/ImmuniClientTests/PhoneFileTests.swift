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
        let memory = try await Self.phone().client.state.memory
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(memory))
        let fields = try #require(written as? [String: Any])
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
        await sample.client.send(.launched(inForeground: true))
        let home = try await sample.homeScreen()
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
        let written = try JSONSerialization.jsonObject(with: JSONEncoder().encode(memory))
        #expect(Set(try #require(written as? [String: Any]).keys) == Set(few.keys))
    }
}
