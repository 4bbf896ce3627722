import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniAppConfiguration
import KeyFiles
import MessageSignatures
import Persistence
import SQLStores
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("GET /v1/settings")
struct SettingsRouteTests {
    /// Serves the demo preset, with a longer reminder from build 10 on for iOS.
    private func withService(_ body: @escaping @Sendable (BoundPorts) async throws -> Void) async throws {
        var preset = try SamplePreset()
        let changes: [String: JSONValue] = [
            "risk_reminder_notification_period": 700, "risk_exposure": ["a": [1, true, .null]],
        ]
        preset.add("ios", from: 10, changes)
        let settings = try SettingsPreset(parsing: preset.file)
        let store = SQLSettings(try await TemporaryDatabase(.settings))
        _ = try await store.apply(preset: settings.settings, digest: settings.digest, at: UnixTime(0))
        try await withRunningHost([AppConfigurationService(store: store)]) { ports, _ in try await body(ports) }
    }

    @Test(
        "each build gets the values of the highest starting build that is not above its own",
        arguments: [
            ("ios", 1, 86_400), ("ios", 9, 86_400), ("ios", 10, 700), ("ios", 2_147_483_647, 700),
            ("android", 10, 86_400),
        ]
    )
    func startingBuilds(platform: String, build: Int, reminder: Int) async throws {
        try await withService { ports async throws in
            let answer = try await ports.get("/v1/settings?platform=\(platform)&build=\(build)")
            #expect(answer.status == 200)
            #expect(answer["Cache-Control"] == "public, max-age=3600")
            #expect(answer["Content-Type"] == "application/json; charset=utf-8")
            let settings = try AppSettings(parsing: Data(answer.body))
            #expect(settings.riskReminderNotificationPeriod == reminder)
            let document = try JSONValue(parsing: answer.body)
            #expect(document["risk_exposure"] == (platform == "ios" && build >= 10 ? ["a": [1, true, .null]] : nil))
            let names: [String]? = if case .object(let members) = document { members.map(\.name) } else { nil }
            #expect(names != nil && names == names?.sorted())
        }
    }

    @Test("the order of the parameters does not matter, and HEAD has the headers of GET")
    func head() async throws {
        try await withService { ports async throws in
            let target = "/v1/settings?build=1&platform=android"
            let whole = try await ports.get(target)
            let head = try await ports.get(target, method: "HEAD")
            #expect(head.status == 200)
            #expect(head["Content-Length"] == String(whole.body.count))
            #expect(head["Cache-Control"] == whole["Cache-Control"])
        }
    }

    @Test("an app with the current settings gets 304; another build's settings are different")
    func notModified() async throws {
        try await withService { ports async throws in
            let target = "/v1/settings?platform=ios&build="
            let first = try await ports.get(target + "1")
            let condition = "If-None-Match: \(try #require(first["ETag"]))"
            for (build, status) in [("1", 304), ("9", 304), ("10", 200)] {
                let answer = try await ports.get(target + build, headers: [condition])
                #expect(answer.status == status)
                #expect(answer["Cache-Control"] == "public, max-age=3600")
                #expect((answer["ETag"] == first["ETag"]) == (status == 304))
                #expect(answer.body.isEmpty == (status == 304))
            }
        }
    }

    @Test(
        "a query that is not exactly one platform and one build is refused",
        arguments: [
            "", "?", "?platform=ios", "?build=1", "?platform=IOS&build=1", "?platform=Android&build=1",
            "?platform=windows&build=1", "?platform=&build=1", "?platform=ios&build=", "?platform=ios&build=0",
            "?platform=ios&build=-1", "?platform=ios&build=+5", "?platform=ios&build=%2B5", "?platform=ios&build=1.0",
            "?platform=ios&build=%201", "?platform=ios&build=1%20", "?platform=ios&build=2147483648",
            "?platform=ios&build=99999999999999999999", "?platform=ios&build=one", "?platform=ios&build=true",
            "?platform=ios&build=[]", "?platform=ios&build=1&build=1", "?platform=ios&platform=ios&build=1",
            "?platform=ios&build=1&other=1", "?platform=ios&build=%D9%A1",
        ]
    )
    func badQuery(query: String) async throws {
        try await withService { ports async throws in
            let answer = try await ports.get("/v1/settings\(query)")
            answer.expect(.notCompliant)
            #expect(answer["Cache-Control"] == nil)
        }
    }

    @Test("other methods are refused", arguments: ["PUT", "DELETE", "PATCH", "POST"])
    func otherMethods(method: String) async throws {
        try await withService { ports async throws in
            let answer = try await ports.get("/v1/settings?platform=ios&build=1", method: method)
            answer.expect(.wrongMethod)
            #expect(answer["Allow"] == "GET, HEAD")
        }
    }

    @Test("a failing store is answered 503 without detail, and health reports it")
    func failingStore() async throws {
        let log = LogCapture()
        let failing = SQLFault("fails", "settings_", "planted_")
        let store = SQLSettings(try await TemporaryDatabase(.settings, fault: failing))
        try await withRunningHost([AppConfigurationService(store: store)], log: log) { ports, _ async throws in
            try await ports.get("/v1/settings?platform=ios&build=1").expect(.unavailable)
            let health = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/health"))
            #expect(health.status == 503)
            #expect(health.text.contains(#""config":"failing""#))
        }
        #expect(log.contains("SQLite error 1"), "the cause is for the operator")
    }

    @Test("with a key, GET, HEAD and 304 carry one signature, each query its own, and a new preset a higher sequence")
    func signed() async throws {
        let first = try SettingsPreset(parsing: SamplePreset().file)
        var changed = try SamplePreset()
        changed.set("risk_reminder_notification_period", to: 7200, in: "ios")
        let second = try SettingsPreset(parsing: changed.file)
        let clock = ManualClock(UnixTime(1_594_209_600))
        let store = SQLSettings(try await TemporaryDatabase(.settings))
        try await TemporaryFolder.with { folder in
            _ = try await store.apply(preset: first.settings, digest: first.digest, at: clock.now())
            let keyFile = folder.appending(path: "key.pem")
            try SecretFile.write(P256.Signing.PrivateKey().pemRepresentation, to: keyFile)
            let key = try FileSigningKey(path: keyFile.path)
            let verifier = try MessageVerifier(keys: [MessageVerificationKey(pem: key.publicKeyPEM)])
            let service = AppConfigurationService(store: store, signer: ResponseSigner(key: key, clock: clock))
            try await withRunningHost([service], clock: clock) { ports, _ async throws in
                let target = "/v1/settings?platform=ios&build=1"
                func sequence(_ answer: RawAnswer, _ target: String, body: [UInt8]) throws -> Int64 {
                    let message = MessageVerifier.Message(target: target, fields: answer.headers, content: body)
                    return try verifier.sequence(of: message, maxAge: 3600, now: clock.now())
                }
                let whole = try await ports.get(target)
                #expect(try sequence(whole, target, body: whole.body) == 1)
                let signature = try #require(whole["Signature"])
                let head = try await ports.get(target, method: "HEAD")
                #expect(head["Signature"] == signature)
                #expect(try sequence(head, target, body: whole.body) == 1)
                let unchanged = try await ports.get(target, headers: ["If-None-Match: \(try #require(whole["ETag"]))"])
                #expect(unchanged.status == 304)
                #expect(unchanged["Signature"] == signature)
                #expect(try sequence(unchanged, target, body: whole.body) == 1)
                let swapped = "/v1/settings?build=1&platform=ios"
                let other = try await ports.get(swapped)
                #expect(other.body == whole.body)
                #expect(try sequence(other, swapped, body: other.body) == 1)
                #expect(throws: MessageSignatureError.wrongSignature) { try sequence(other, target, body: other.body) }
                clock.advance(bySeconds: 3601)
                let renewed = try await ports.get(target)
                #expect(renewed["Signature"] != signature && renewed["ETag"] == whole["ETag"])
                _ = try await store.apply(preset: second.settings, digest: second.digest, at: clock.now())
                let updated = try await ports.get(target)
                #expect(updated.body != whole.body)
                #expect(try sequence(updated, target, body: updated.body) == 2)
                let refused = try await ports.get("/v1/settings")
                #expect(refused.status == 400 && refused["Signature"] == nil)
            }
        }
    }

    @Test("without a key nothing is signed")
    func unsigned() async throws {
        try await withService { ports async throws in
            let answer = try await ports.get("/v1/settings?platform=ios&build=1")
            #expect(SignedField.allCases.allSatisfy { answer[$0.rawValue] == nil })
        }
    }
}
