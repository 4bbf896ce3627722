import ClientKit
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import GAENCore
import ImmuniAPI
import PhonePorts
import Testing

@testable import ImmuniClient

/// Facts about a phone's owner, in every form in which they could appear in a file.
private struct Secrets {
    private(set) var texts: [String: String] = [:]
    private(set) var bytes: [String: [UInt8]] = [:]

    mutating func add(_ name: String, _ text: String) { texts[name] = text }

    mutating func add(_ name: String, _ content: [UInt8]) {
        bytes[name] = content
        texts["\(name) in hexadecimal"] = Hex.encode(content)
        texts["\(name) in base 64"] = String(Base64.encode(content).prefix { $0 != "=" })
    }

    /// The names of the secrets in `content`.
    func found(in content: [UInt8]) -> Set<String> {
        let lowered = String(decoding: content, as: UTF8.self).lowercased()
        let inText = texts.filter { content.firstRange(of: Array($1.utf8)) != nil || lowered.contains($1.lowercased()) }
        return Set(inText.keys).union(bytes.filter { content.firstRange(of: $1) != nil }.keys)
    }
}

@Suite("The files of a phone")
struct PlantedValueTests {
    /// An iPhone that heard somebody, was warned, has an analytics token, and waits for the answer to an upload.
    private static func live(on sample: SampleClient) async throws {
        try await sample.onboard()
        await sample.live(days: 3)
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        await sample.detect()
        await sample.detect()
        try await sample.authority.publish([sample.meet(seed: 11, minutes: 20)], as: 2)
        await sample.detect()
        try await sample.loseAnswerToUpload()
    }

    private static func secrets(of sample: SampleClient) async throws -> Secrets {
        var secrets = Secrets()
        let state = await sample.client.state
        let otp = try #require(state.upload.flow?.otp)
        secrets.add("the code", otp.exposedText)
        secrets.add("the code in groups", otp.exposedGroups)
        secrets.add("the code's digest", otp.uploadToken.digest.exposedBytes)
        secrets.add(
            "the analytics token",
            try #require(state.analytics.tokens?.usable(at: sample.clock.now())).exposedText
        )
        secrets.add("the province", #""province":"RM""#)
        secrets.add("the region", "lazio")
        secrets.add("the warning", "lastContact")
        for (number, key) in try await sample.framework.temporaryExposureKeyHistory().enumerated() {
            secrets.add("own TEK \(number)", key.keyData.exposedBytes)
        }
        for (number, sighting) in await sample.framework.rawSightings.enumerated() {
            secrets.add("RPI \(number)", sighting.identifier.bytes)
        }
        return secrets
    }

    @Test("contain nothing of the owner in the clear, after a whole story")
    func planted() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try SampleClient(platform: .iOS, disk: SamplePhoneDisk(folder: folder))
            try await Self.live(on: sample)
            let secrets = try await Self.secrets(of: sample)
            #expect(secrets.bytes.count >= 1 + 3 + 10, "keys and identifiers are among them")

            // This proves the search: the app's memory contains the values before it is encrypted.
            let memory = try JSONEncoder().encode(await sample.client.state.memory)
            let named: Set = ["the code", "the analytics token", "the province", "the region", "the warning"]
            #expect(secrets.found(in: Array(memory)).isSuperset(of: named))

            let phone = folder.appending(path: "phone")
            let names = try FileManager.default.subpathsOfDirectory(atPath: phone.path)
            var searched = 0
            for name in names {
                #expect(secrets.found(in: Array(name.utf8)).isEmpty, "the name \(name)")
                guard let content = FileManager.default.contents(atPath: phone.appending(path: name).path) else {
                    continue
                }
                searched += content.count
                #expect(secrets.found(in: Array(content)).isEmpty, "\(name)")
            }
            #expect(names.count >= 5)
            #expect(searched > memory.count, "the app's file and the framework's")
        }
    }

    @Test("are readable after a restart, and gone after a deletion")
    func restartAndDeletion() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try SampleClient(platform: .iOS, disk: SamplePhoneDisk(folder: folder))
            try await Self.live(on: sample)
            let restarted = try sample.restarted()
            #expect(await restarted.client.state.session.history == sample.client.state.session.history)
            #expect(await restarted.framework.rawSightings == sample.framework.rawSightings)
            await restarted.send(.launched(inForeground: true))
            sample.authority.fail("/v1/settings?platform=ios&build=7", with: 503)
            await restarted.send(.deleteEverything)
            for part in ["phone/app", "phone/framework"] {
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: part).path)
                #expect(left.isEmpty)
            }
        }
    }

    #if DEBUG
        @Test("and the log of a debug build contain only kinds")
        func log() async throws {
            let sample = try SampleClient(platform: .iOS)
            try await Self.live(on: sample)
            let log = await sample.client.log.entries.map { "\($0)" }.joined()
            #expect(log.contains("validateCode"))
            #expect(try await Self.secrets(of: sample).found(in: Array(log.utf8)).isEmpty)
        }
    #endif
}
