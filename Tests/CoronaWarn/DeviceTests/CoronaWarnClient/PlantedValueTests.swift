import ClientKit
import ClientTesting
import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import PhonePorts
import Testing
import WireFormat

@testable import CoronaWarnClient

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

@Suite("The files of a phone of Corona-Warn")
struct PlantedValueTests {
    /// A phone whose owner tested positive and waits for the answer to the upload.
    private static func live(_ sample: SampleApp) async throws -> SampleApp {
        // Few sessions, because their signatures take time.
        sample.servers.change { $0.downloadInterval = 14_400 }
        var phone = KilledPhone(sample, effect: nil, isAfter: false)
        try await SampleStory.settleIn(&phone)
        try await SampleStory.beWarned(&phone)
        try await SampleStory.beTested(&phone)
        sample.servers.fail("/version/v1/diagnosis-keys", with: .lost)
        await sample.live(days: 1)
        let answer = AppAction.answerSymptoms(.symptoms(.withinSevenDays))
        try await SampleStory.act(&phone, .openResult, .consent, answer)
        return phone.sample
    }

    private static func secrets(of sample: SampleApp) async throws -> Secrets {
        var secrets = Secrets()
        let code = try #require(TestCode("E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"))
        secrets.add("the code", code.exposedText)
        secrets.add("the code's hash", TestIdentifier(hashing: code).exposedText)
        secrets.add("the token", try #require(sample.servers.tokens.first))
        secrets.add("the TAN", try #require(sample.servers.tans.last))
        secrets.add("the result", #""isOpened":true"#)
        secrets.add("the symptoms", "withinSevenDays")
        secrets.add("the risk", "isNotified")
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
            let sample = try await Self.live(SampleApp(disk: SampleDisk(folder: folder)))
            let secrets = try await Self.secrets(of: sample)
            #expect(secrets.bytes.count >= 15, "keys and identifiers are among them")

            // This proves the search: the app's memory contains the values before it is encrypted.
            let memory = try JSONEncoder().encode(await sample.state.memory)
            let named: Set = ["the token", "the TAN", "the result", "the symptoms", "the risk"]
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
            #expect(names.count >= 4)
            #expect(searched > memory.count, "the app's file and the framework's")
        }
    }

    @Test("are gone after a deletion, packages too")
    func deletion() async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await Self.live(SampleApp(disk: SampleDisk(folder: folder)))
            let hour = PackageHour(containing: sample.clock.now())
            try await sample.servers.publish([try await sample.meet(seed: 40, minutes: 10)], in: hour)
            sample.clock.advance(bySeconds: 28_800)
            try await sample.framework.disable()
            await sample.app.send(.woken(.session))
            let app = folder.appending(path: "phone/app").path
            let before = try FileManager.default.contentsOfDirectory(atPath: app)
            #expect(before.contains { $0.hasPrefix("package-") }, "\(before)")
            sample.servers.setReachable(false)
            await sample.app.send(.deleteEverything)
            for path in [app, folder.appending(path: "phone/framework").path] {
                #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
            }
        }
    }

    #if DEBUG
        @Test("and the log of a debug build contain only kinds")
        func log() async throws {
            let sample = try await Self.live(SampleApp())
            let log = await sample.app.container.log.entries.map { "\($0)" }.joined()
            #expect(log.contains("scan") && log.contains("answerSymptoms"))
            #expect(try await Self.secrets(of: sample).found(in: Array(log.utf8)).isEmpty)
        }
    #endif

    @Test("that cannot be written lead to no request, and the person can try again")
    func fullStorage() async throws {
        let storage = FillingStorage()
        let sample = try SampleApp(disk: SampleDisk(app: storage))
        var phone = KilledPhone(sample, effect: nil, isAfter: false)
        try await SampleStory.settleIn(&phone)
        storage.isFull = true
        try await phone.send(.enteredForeground, TestFlowTests.scan, .woken(.planned))
        let posts = sample.servers.requests.filter { $0.method == .post }
        #expect(posts.allSatisfy { $0.headers.contains(.init(CoronaWarnHeader.fake, "1")) }, "what is not in the file")
        #expect(!posts.isEmpty, "the plan of the opening goes on")
        storage.isFull = false
        try await phone.send(TestFlowTests.scan)
        try await phone.run(until: #require(sample.scheduler[.planned]))
        #expect(sample.servers.tokens.count == 1)
        #expect(await sample.state.tests.test != nil)
    }

    @Test("that cannot be written at the first start lead to one request for the configuration")
    func firstStart() async throws {
        let storage = FillingStorage()
        let sample = try SampleApp(disk: SampleDisk(app: storage))
        storage.isFull = true
        await sample.app.send(.launched(inForeground: true))
        let files = sample.servers.requests.map(\.target)
        #expect(Set(files).count == files.count && !files.isEmpty, "\(files)")
        storage.isFull = false
        await sample.app.send(.retryConfiguration)
        #expect(await sample.state.session.configuration != nil)
    }

    @Test("that cannot be written do not show whether something waits to be sent", arguments: Waiting.allCases)
    func unseen(waiting: Waiting) async throws {
        let storage = FillingStorage()
        var phone = KilledPhone(try SampleApp(disk: SampleDisk(app: storage)), effect: nil, isAfter: false)
        try await SampleStory.settleIn(&phone)
        try await waiting.begin(&phone)
        let sample = phone.sample
        #expect(await sample.state.waitingErrand(at: sample.clock.now()) == waiting.errand)
        storage.isFull = true
        let before = sample.servers.requests.count
        try await phone.send(.enteredForeground)
        for _ in 0..<3 {
            try await phone.run(until: #require(sample.scheduler[.planned]))
        }
        try await phone.send(.enteredBackground)
        try await phone.run(until: #require(sample.scheduler[.planned]))
        #expect(sample.scheduler[.planned] == nil, "the plan is over")
        let posts = sample.servers.requests.dropFirst(before).filter { $0.method == .post }
        let sequence: [PhoneHost] = [.verification, .verification, .submission]
        #expect(posts.map(\.host) == (0..<4).flatMap { _ in sequence })
        #expect(posts.allSatisfy { $0.headers.contains(.init(CoronaWarnHeader.fake, "1")) })
    }

    /// What waits on a phone as its storage becomes full.
    enum Waiting: CaseIterable {
        case nothing, registration, upload

        var errand: Errand {
            switch self {
            case .nothing: .cover
            case .registration: .registration
            case .upload: .upload
            }
        }

        func begin(_ phone: inout KilledPhone<SampleApp>) async throws {
            switch self {
            case .nothing: break
            case .registration: try await phone.send(.enteredForeground, TestFlowTests.scan, .enteredBackground)
            case .upload:
                try await SampleStory.beTested(&phone)
                try await phone.send(.enteredForeground, .openResult, .consent, .answerSymptoms(.noSymptoms))
                try await phone.send(.enteredBackground)
            }
        }
    }
}
