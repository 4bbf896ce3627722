import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAPI
import ImmuniAssembly
import KeyPublication
import KeyServerRules
import ServiceKit
import ServiceTesting
import Testing

@Suite("Secrets")
struct SecretsTests {
    private static let person = SampleRequest(
        code: PlantedSecrets.code,
        province: PlantedSecrets.province,
        keyData: PlantedSecrets.keyData
    )

    /// Requests to the public listener from a person, or from somebody who stole that person's secrets.
    private static func publicRequests() throws -> [String] {
        let token = try OneTimePassword(PlantedSecrets.code).uploadToken.exposedAuthorization.dropFirst(7)
        let body = try person.uploadBody()
        let broken = [
            body.dropLast().description, body.replacingOccurrences(of: "\"teks\"", with: "\"keys\""),
            body.replacingOccurrences(of: "\"rolling_period\":144", with: "\"rolling_period\":145"),
            body.replacingOccurrences(of: "\"\(PlantedSecrets.province)\"", with: "\"\(PlantedSecrets.code)\""),
            body + String(repeating: " ", count: 200_000), "[\(body)]", "\(PlantedSecrets.code)",
        ]
        return try broken.map { try person.upload(body: $0) } + [
            person.upload(flag: "2"), person.upload(flag: "1"), person.check(flag: "1"), person.check(flag: "x"),
            person.check(), person.upload(), person.upload(), person.check(),
            RawRequest.get("/v1/keys/\(PlantedSecrets.code)"), RawRequest.get("/v1/keys/\(token)"),
            RawRequest.get("/\(token)?\(PlantedSecrets.code)=\(PlantedSecrets.province)"),
            RawRequest.get("/v1/settings?platform=\(PlantedSecrets.code)&build=\(token)"),
            RawRequest.get("/v1/ingestion/upload?\(token)", method: PlantedSecrets.code),
            RawRequest.get("/v1/keys/index", headers: ["If-None-Match: \(token)", "Cookie: \(PlantedSecrets.code)"]),
            RawRequest.postJSON("/v1/otp", body: #"{"otp":"\#(PlantedSecrets.code)"}"#),
            "\(PlantedSecrets.code) /\(token) HTTP/9.9\r\n\(token)\r\n\r\n",
            "GET /\(token) HTTP/1.1\r\nHost: \(token)\r\nHost: \(PlantedSecrets.code)\r\n\r\n",
            "POST /v1/ingestion/upload HTTP/1.1\r\nHost: a\r\nContent-Length: \(PlantedSecrets.code)\r\n\r\n",
        ]
    }

    private static func internalRequests() throws -> [String] {
        try [
            person.authorisation(), person.authorisation(),
            RawRequest.postJSON("/v1/otp", body: #"{"otp":"\#(PlantedSecrets.code)","symptoms_started_on":"x"}"#),
            RawRequest.postJSON("/v1/otp", body: "{\(PlantedSecrets.code)"),
            RawRequest.get("/v1/otp?otp=\(PlantedSecrets.code)"), RawRequest.get("/health"),
        ]
    }

    @Test("a planted key, code and province appear in no log line, metric or answer")
    func nothingLeaks() async throws {
        try await SampleServer.with { sample in
            let log = LogCapture()
            let assembly = try await sample.assembly()
            // Without publication: a signature beside published keys can have the letters of the province.
            let services = ImmuniSystem.allServices.filter { $0 != .publication }
            let host = try await assembly.host(for: services, logger: log.logger)
            let secrets = try Self.secrets(sample)
            try await withRunning(host, log: log) { ports, _ async throws in
                var said = ""
                var statuses: Set<Int> = []
                for (port, requests) in [
                    (ports.internal, try Self.internalRequests()), (ports.public, try Self.publicRequests()),
                ] {
                    for request in requests {
                        let answer = try await RawHTTP.exchange(port: port, request)
                        statuses.insert(answer.status)
                        said += String(decoding: answer.bytes, as: UTF8.self)
                    }
                }
                #expect(statuses == [200, 204, 400, 401, 404, 405, 409, 413], "the run was what it should be")
                said += try await Self.failures(assembly, sample, ports)
                let metrics = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/metrics"))
                said += metrics.text
                #expect(metrics.text.contains("/v1/ingestion/upload"))
                #expect(secrets.found(in: said) == [])
                #expect(!said.contains(PlantedSecrets.province))
            }
            let lines = log.lines.joined(separator: "\n")
            #expect(lines.contains("request-failed"))
            #expect(secrets.found(in: lines) == [])
            #expect(!lines.contains(PlantedSecrets.province))
            // The search finds the values in the requests, so it works.
            let sent = try (Self.publicRequests() + Self.internalRequests()).joined()
            #expect(secrets.found(in: sent).count >= 3)
        }
    }

    /// Makes services fail while they handle the planted values, and returns their answers.
    private static func failures(
        _ assembly: ImmuniSystem,
        _ sample: SampleServer,
        _ ports: BoundPorts
    ) async throws -> String {
        _ = try await assembly.publicationJob().run()
        let chunks = sample.dataFolder.appending(path: "chunks")
        for file in try FileManager.default.contentsOfDirectory(atPath: chunks.path) {
            try FileManager.default.removeItem(at: chunks.appending(path: file))
        }
        let missing = try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/1"))
        #expect(missing.status == 500)
        return String(decoding: missing.bytes, as: UTF8.self)
    }

    @Test("after their time a planted key, code and province are in no file: database, log, free pages, chunks")
    func nothingStays() async throws {
        try await SampleServer.with { sample in
            let assembly = try await sample.with("clock.guard", "off").assembly()
            // Services without jobs: those of others would publish and delete at times of their own.
            let host = try await assembly.host(for: [.otp, .ingestion], logger: LogCapture().logger)
            let secrets = try Self.secrets(sample)
            try await withRunning(host) { ports, _ async throws in
                let authorised = try await RawHTTP.exchange(port: ports.internal, Self.person.authorisation())
                #expect(authorised.status == 204)
                #expect(try await RawHTTP.exchange(port: ports.public, Self.person.upload()).status == 204)
            }
            #expect(try await assembly.publicationJob().run().keyCount == 1)
            // Right after the upload the search finds the values; it never finds the code or its hash.
            let before = try Self.found(secrets, in: sample.dataFolder)
            #expect(before.contains("the key, raw"))
            #expect(before.contains("the stored hash, raw"))
            #expect(before.contains("the province"))
            #expect(!before.contains { $0.contains("code") })
            for _ in 0..<16 {
                sample.clock.advance(bySeconds: 86_400)
                _ = try await assembly.publicationJob().run()
                _ = try await assembly.cleanupJob().run()
            }
            #expect(try Self.found(secrets, in: sample.dataFolder) == [])
        }
    }

    @Test(
        "each value is deleted at its own time: first the key's row and the inbox, then the chunk, then the used code"
    )
    func eachAtItsTime() async throws {
        try await SampleServer.with { sample in
            let assembly = try await sample.with("clock.guard", "off").assembly()
            // Services without jobs: those of others would delete at times of their own.
            let host = try await assembly.host(for: [.otp, .ingestion], logger: LogCapture().logger)
            try await withRunning(host) { ports, _ async throws in
                let request = SampleRequest()
                #expect(try await ports.authorise(request) == 204)
                #expect(try await RawHTTP.exchange(port: ports.public, request.upload()).status == 204)
                _ = try await assembly.publicationJob().run()
                var deleted: [DeletedCounts] = []
                // The key's window ended at the midnight before noon.
                for seconds in [14 * 86_400 - 43_200, 43_200, 86_400, 43_199, 1] as [Int64] {
                    sample.clock.advance(bySeconds: seconds)
                    #expect(try await RawHTTP.exchange(port: ports.internal, request.authorisation()).status == 409)
                    deleted.append(try await assembly.cleanupJob().run().deleted)
                }
                #expect(deleted.map(\.keys) == [1, 0, 0, 0, 0])
                #expect(deleted.map(\.unpublishedKeys) == [0, 0, 0, 0, 0])
                #expect(deleted.map(\.chunks) == [0, 1, 0, 0, 0])
                #expect(deleted.map(\.inboxEntries) == [0, 0, 1, 0, 0])
                #expect(deleted.map(\.rights) == [0, 0, 0, 0, 1])
            }
        }
    }

    private static func secrets(_ sample: SampleServer) throws -> PlantedSecrets {
        let key = try Data(contentsOf: sample.dataFolder.appending(path: "otp.key"))
        return try PlantedSecrets(rightKey: #require(RightKey(key)))
    }

    /// The names of the secrets in the files of `folder`.
    private static func found(_ secrets: PlantedSecrets, in folder: URL) throws -> Set<String> {
        var names: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            guard let content = FileManager.default.contents(atPath: folder.appending(path: path).path) else {
                continue
            }
            names.formUnion(secrets.found(in: Array(content)))
            // Two letters alone also occur by chance, so this searches them as stored: before the Epidemiological Info.
            if content.range(of: Data("\(PlantedSecrets.province)[{\"date\"".utf8)) != nil {
                names.insert("the province")
            }
        }
        return names
    }
}
