import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import ImmuniAPI
import ImmuniAppConfiguration
import ImmuniAssembly
import KeyExport
import KeyPublication
import ServiceKit
import ServiceTesting
import SettingsDocuments
import Testing

@Suite("Assembled servers")
struct HostingTests {
    /// One request for each service that shows whether it runs, with the expected status.
    private static let signs: [(service: ServiceName, isInternal: Bool, request: String, status: Int)] = [
        (.config, false, RawRequest.get("/v1/settings?platform=ios&build=1"), 200),
        (.otp, true, RawRequest.postJSON("/v1/otp", body: "{}"), 400),
        (.ingestion, false, RawRequest.postJSON("/v1/ingestion/check-otp", body: "{}"), 400),
        (.reporting, false, RawRequest.get("/v1/keys/0"), 400),
        (.analytics, false, RawRequest.postJSON("/v1/analytics/apple/token", body: "{}"), 400),
    ]

    @Test(
        "any subset of the services runs, and only their routes exist",
        arguments: ImmuniSystem.allServices.map { [$0] } + [
            [.otp, .ingestion], [.config, .reporting], ImmuniSystem.allServices,
        ]
    )
    func subsets(services: [ServiceName]) async throws {
        try await SampleServer.with { sample in
            try await sample.running(services) { ports, _ async throws in
                for sign in Self.signs {
                    let port = sign.isInternal ? ports.internal : ports.public
                    let answer = try await RawHTTP.exchange(port: port, sign.request)
                    #expect(answer.status == (services.contains(sign.service) ? sign.status : 404), "\(sign.service)")
                }
                let health = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/health"))
                #expect(health.status == 200)
                for name in ImmuniSystem.allServices {
                    #expect(health.text.contains("\"\(name)\":\"ok\"") == services.contains(name))
                }
            }
        }
    }

    @Test("two processes share a folder: a code authorised by one is known to the other")
    func twoProcesses() async throws {
        try await SampleServer.with { sample in
            try await sample.running([.otp]) { operators, _ in
                try await sample.running([.ingestion]) { phones, _ async throws in
                    let request = SampleRequest()
                    #expect(try await RawHTTP.exchange(port: phones.public, request.check()).status == 401)
                    #expect(try await operators.authorise(request) == 204)
                    #expect(try await RawHTTP.exchange(port: phones.public, request.check()).status == 204)
                    #expect(try await RawHTTP.exchange(port: phones.public, request.upload()).status == 204)
                    #expect(try await operators.authorise(request) == 409)
                }
            }
        }
    }

    @Test("processes that start at once in a new folder all start and agree on the OTP key")
    func startingAtOnce() async throws {
        try await SampleServer.with { sample in
            let assemblies = try await withThrowingTaskGroup(of: ImmuniSystem.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let assembly = try await sample.assembly()
                        _ = try await assembly.host(for: ImmuniSystem.allServices, logger: LogCapture().logger)
                        return assembly
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let request = SampleRequest()
            let log = LogCapture()
            let first = try await assemblies[0].host(for: [.otp], logger: log.logger)
            let last = try await assemblies[5].host(for: [.ingestion], logger: log.logger)
            try await withRunning(first, log: log) { operators, _ in
                try await withRunning(last, log: log) { phones, _ async throws in
                    #expect(try await operators.authorise(request) == 204)
                    #expect(try await RawHTTP.exchange(port: phones.public, request.check()).status == 204)
                }
            }
        }
    }

    @Test("a key is authorised, uploaded, published after its embargo, offered and verified")
    func wholeWay() async throws {
        try await SampleServer.with { sample in
            let assembly = try await sample.assembly()
            let log = LogCapture()
            // The host's own job could publish the key before the test does.
            let services = ImmuniSystem.allServices.filter { $0 != .publication }
            let host = try await assembly.host(for: services, logger: log.logger)
            try await withRunning(host, log: log) { ports, _ async throws in
                let request = SampleRequest()
                #expect(try await ports.authorise(request) == 204)
                #expect(try await RawHTTP.exchange(port: ports.public, request.upload()).status == 204)
                let outcome = try await assembly.publicationJob().run()
                #expect(outcome.chunks == [1])
                let index = try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/index"))
                #expect(index.text == #"{"oldest":1,"newest":1}"#)
                let chunk = try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/1"))
                #expect(chunk.body.count == outcome.byteCount)
                let name = VerificationKeyName(id: "222", version: "v1")
                let key = try ExportVerificationKey(assembly.realm.exportPublicKeyPEM(), name: name)
                let export = try ExportArchive(chunk.body).verified(by: ExportVerifier(keys: [key]))
                let published = try export.contents.allKeys().keys
                #expect(published.map(\.key.keyData.exposedBytes) == [request.keyData])
            }
        }
    }

    @Test("an upload that waits for its release when the server must stop is answered and kept")
    func shutdownBeforeRelease() async throws {
        try await SampleServer.with { sample in
            let delayed = sample.with("cover.floor", nil).with("cover.tick", nil)
            let monotonicClock = ManualMonotonicClock()
            try await delayed.running([.otp, .ingestion], monotonicClock: monotonicClock) { ports, stop async throws in
                let request = SampleRequest()
                #expect(try await ports.authorise(request) == 204)
                let connection = try RawHTTP(port: ports.public)
                try await connection.send(request.upload())
                // The other sleeper is the clock watch.
                await monotonicClock.sleepers(atLeast: 2)
                await stop()
                monotonicClock.advance(by: .milliseconds(150))
                #expect(try await connection.answer().status == 204)
                #expect(try await connection.rest().isEmpty)
            }
            #expect(try await sample.assembly().publicationJob().run().keyCount == 1)
        }
    }

    @Test("an upload that still arrives when the server must stop is answered and kept")
    func shutdownWhileArriving() async throws {
        try await SampleServer.with { sample in
            try await sample.running([.otp, .ingestion]) { ports, stop async throws in
                let request = SampleRequest()
                #expect(try await ports.authorise(request) == 204)
                let idle = try RawHTTP(port: ports.public)
                try await idle.send(RawRequest.get("/v1/keys/index"))
                _ = try await idle.answer()
                let connection = try RawHTTP(port: ports.public)
                let text = try request.upload()
                    .replacingOccurrences(of: "Immuni-Dummy-Data", with: "Expect: 100-continue\r\nImmuni-Dummy-Data")
                let headEnd = try #require(text.range(of: "\r\n\r\n")?.upperBound)
                try await connection.send(String(text[..<headEnd]))
                #expect(try await connection.answer().status == 100)
                await stop()
                #expect(try await idle.rest().isEmpty, "an idle connection is closed")
                #expect(throws: RawHTTP.RawHTTPError.self) { try RawHTTP(port: ports.public) }
                try await connection.send(String(text[headEnd...]))
                #expect(try await connection.answer().status == 204)
            }
            #expect(try await sample.assembly().publicationJob().run().keyCount == 1)
        }
    }

    @Test("a changed preset is applied at the next start, and an unchanged one is not applied again")
    func presetChange() async throws {
        try await SampleServer.with { sample in
            for phone in ["+00 1", "+00 1", "+00 2"] {
                let file = try sample.preset(replacing: "+00 000 000000", with: phone)
                try await sample.with("preset", file.path).running([.config]) { ports, _ async throws in
                    let request = RawRequest.get("/v1/settings?platform=android&build=7")
                    let answer = try await RawHTTP.exchange(port: ports.public, request)
                    #expect(try AppSettings(parsing: Data(answer.body)).supportPhone == phone)
                }
            }
        }
    }

    @Test("a running server serves a change at the next request; a preset neither undoes it nor is required")
    func settingsChange() async throws {
        try await SampleServer.with { sample in
            let request = RawRequest.get("/v1/settings?platform=android&build=7")
            try await sample.running([.config]) { ports, _ async throws in
                // Another process changes the settings.
                let operations = try await sample.assembly().settingsAdministration()
                let change = ["teks_packet_size=120000"]
                let edit = SettingsEdit(platforms: [.android], startingBuild: 7, assignments: change, removals: [])
                let signature = try SettingsAdministration.Signature(author: "ada", reason: "test")
                #expect(try await operations.set(edit, by: signature).revision == 2)
                let answer = try await RawHTTP.exchange(port: ports.public, request)
                #expect(try AppSettings(parsing: Data(answer.body)).teksPacketSize == 120_000)
            }
            let file = try sample.preset(replacing: "+00 000 000000", with: "+00 1")
            for (preset, isWarned) in [("demo", false), (file.path, true), (nil, false)] {
                let log = LogCapture()
                try await sample.with("preset", preset).running([.config], log: log) { ports, _ async throws in
                    let answer = try await RawHTTP.exchange(port: ports.public, request)
                    let settings = try AppSettings(parsing: Data(answer.body))
                    #expect(settings.teksPacketSize == 120_000)
                    #expect(settings.supportPhone == "+00 000 000000")
                }
                #expect(log.contains("preset-ignored") == isWarned, "\(preset ?? "none")")
            }
        }
    }
}
