import AssociationAPI
import AssociationAssembly
import AssociationProtocol
import CommonAssembly
import DeviceEmulation
import ExposurePrimitives
import ExposureTesting
import Foundation
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("The association from its settings")
struct AssociationSystemTests {
    private static let now = UnixTime(1_614_600_000)
    /// The settings of an authority that is fit for production, except for the listeners.
    private static let usual = [
        "association.mode": "centralised", "association.country": "380", "association.proof": "remote",
        "association.proof-url": "https://proofs.example", "internal.token": String(repeating: "t", count: 32),
    ]

    private static func reader(
        _ settings: [String: String],
        in folder: URL,
        file: String? = nil
    ) async throws -> SettingsReader {
        try await SettingsReader(
            commandLine: settings.merging(["data": folder.appending(path: "data").path]) { $1 },
            environment: [:],
            file: file,
            catalogue: Server.catalogue(of: [AssociationSystem.self])
        )
    }

    /// The result of inspecting a set-up with a key.
    private static func inspect(
        _ changes: [String: String] = [:],
        services: [ServiceName] = [.association],
        in folder: URL,
        file: String? = nil
    ) async throws -> SetupInspection {
        let key = folder.appending(path: "association.key").path
        if !FileManager.default.fileExists(atPath: key) {
            _ = try AgreementKeyFile.create(key)
        }
        let settings = usual.merging(["association.key": key]) { $1 }.merging(changes) { $1 }
        return await SetupInspection(
            [AssociationSystem.self],
            try await reader(settings.filter { !$0.value.isEmpty }, in: folder, file: file),
            services: services,
            clock: ManualClock(now)
        )
    }

    /// The result in a folder of its own.
    private static func inspect(_ changes: [String: String] = [:]) async throws -> SetupInspection {
        try await TemporaryFolder.with { try await inspect(changes, in: $0) }
    }

    /// The findings about the association: the settings of a test are on a command line, and it has no TLS.
    private static func names(_ inspection: SetupInspection) -> Set<String> {
        Set(inspection.findings.map(\.name)).subtracting(["plain-public", "shared-token"])
    }

    @Test("is fit for production with key, country, proof and token")
    func fit() async throws {
        let inspection = try await Self.inspect()
        #expect(inspection.problem == nil)
        #expect(Self.names(inspection) == [])
    }

    @Test(
        "is found unfit by its own rules",
        arguments: [
            (["association.proof": "none", "association.proof-url": ""], "no-registration-proof"),
            (["association.proof-url": "http://proofs.example"], "plain-proofs"),
            (["association.country": "0"], "no-country"), (["internal.token": ""], "open-codes"),
            (["cover.tick": "0s"], "association-cover-off"), (["cover.floor": "0s"], "association-cover-off"),
            (["association.attestation": "off"], "no-attestations"),
            (["limits.body": "16426"], "association-bodies"),
            (["association.proof-token": "0123456789abcdef"], "shared-proof-token"),
            (["association.apple.app-id": "TEAM123456.it.example"], "association-unused"),
            (["association.test-evidence": "false"], "association-unused"),
            (["association.reports": "private", "association.usual-people": "9"], "association-unused"),
        ]
    )
    func unfit(changes: [String: String], name: String) async throws {
        let inspection = try await Self.inspect(changes)
        #expect(inspection.problem == nil)
        #expect(Self.names(inspection) == [name])
    }

    @Test("is found unfit for an agreement that works in one direction, or in none")
    func partners() async throws {
        try await TemporaryFolder.with { folder in
            let list = folder.appending(path: "partners")
            try "away 250 0 https://away.example\n".write(to: list, atomically: true, encoding: .utf8)
            let inspection = try await Self.inspect(["association.partners": list.path], in: folder)
            #expect(inspection.problem == nil)
            let expected: Set = ["association-partners-no-certificate", "association-partners-no-listener"]
            #expect(Self.names(inspection) == expected)
            try "away 250 x https://away.example\n".write(to: list, atomically: true, encoding: .utf8)
            let broken = try await Self.inspect(["association.partners": list.path], in: folder)
            #expect(broken.problem?.contains("line 1 of") == true)
        }
    }

    @Test("accepts bodies as long as the longest registration, and a token that only its owner can read")
    func limits() async throws {
        try await TemporaryFolder.with { folder in
            let longest = try await Self.inspect(["limits.body": "16427"], in: folder)
            #expect(Self.names(longest) == [])
            let file = folder.appending(path: "settings.yaml")
            try Data("association:\n  proof-token: 0123456789abcdef\n".utf8).write(to: file)
            for (mode, expected) in [(0o600, []), (0o644, ["shared-proof-token"])] as [(Int, Set<String>)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
                #expect(Self.names(try await Self.inspect(in: folder, file: file.path)) == expected)
            }
        }
    }

    @Test("names the settings that a mode or a proof leaves without effect")
    func unused() async throws {
        for (changes, expected) in [
            ([:], nil), (["association.proof": "none"], "association.proof-url"),
            (["association.google.package": "it.example"], "association.google.package"),
            (["association.mode": "decentralised", "association.key": "a"], "association.key"),
        ] as [([String: String], String?)] {
            let findings = try await Self.inspect(changes).findings
            let problem = findings.first { $0.name == "association-unused" }?.problem
            #expect((problem != nil) == (expected != nil))
            #expect(problem?.contains(expected ?? "") ?? true, "\(problem ?? "")")
            #expect(problem?.contains("association.mode") != true)
        }
    }

    @Test("says whether the authority may be beside other systems")
    func beside() async throws {
        try await TemporaryFolder.with { folder in
            let other = ServiceName(rawValue: "other")
            for (mode, services, expected) in [
                ("centralised", [ServiceName.association, other], ["centralised-beside"]),
                ("centralised", [.association, .portal], []), ("hybrid", [.association, other], []),
                ("hybrid", [.association], []),
                ("centralised", [other], []), ("decentralised", [other], []),
                ("decentralised", [.association, other], []),
                ("decentralised", [.association], ["decentralised-alone"]),
            ] as [(String, [ServiceName], Set<String>)] {
                let usual = mode == "decentralised" ? [:] : Self.usual
                let reader = try await Self.reader(usual.merging(["association.mode": mode]) { $1 }, in: folder)
                let server = try Server([AssociationSystem.self], settings: reader, clock: ManualClock(Self.now))
                let system = try #require(server.system(AssociationSystem.self))
                let findings = try await system.findings(of: Set(services), served: server.realm.settings)
                #expect(Set(findings.map(\.name)) == expected, "\(mode) \(services)")
                try server.realm.close()
            }
        }
    }

    @Test(
        "does not start without its key, a proof, or what the proof needs",
        arguments: [
            (["association.key": ""], "association.key"), (["association.key": "/nowhere"], "/nowhere"),
            (["association.proof": "attestation"], "no proof of registration"), (["association.proof": ""], "no proof"),
            (["association.proof-url": ""], "association.proof-url"),
            (["association.proof-trust-root": "/nowhere.pem"], "/nowhere.pem"),
            (
                ["association.proof": "attestation", "association.apple.app-id": "a"],
                "association.apple.app-attest-root"
            ),
            (
                ["association.proof": "attestation", "association.google.attestations": "key-attestation"],
                "association.google.certificate-digests"
            ),
        ]
    )
    func missing(changes: [String: String], words: String) async throws {
        for mode in ["centralised", "hybrid"] {
            let problem = try await Self.inspect(changes.merging(["association.mode": mode]) { $1 }).problem
            #expect(problem?.contains(words) == true, "\(problem ?? "starts")")
        }
        let asleep = try await Self.inspect(changes.merging(["association.mode": "decentralised"]) { $1 })
        #expect(asleep.problem == nil)
    }

    @Test("takes attestations of the platforms, and an emulator's only for tests")
    func attestation() async throws {
        try await TemporaryFolder.with { folder in
            let day = UnixTime.secondsPerDay
            let validity = Self.now.advanced(bySeconds: -day)..<Self.now.advanced(bySeconds: day)
            let authority = try EmulatedAuthority(validity: validity)
            let root = folder.appending(path: "root.pem")
            try Data(authority.rootPEM.utf8).write(to: root)
            let settings = [
                "association.proof": "attestation", "association.apple.app-id": "TEAM123456.it.example",
                "association.apple.app-attest-root": root.path,
            ]
            let earnest = try await Self.inspect(settings, in: folder)
            #expect(earnest.problem?.contains("association.test-evidence") == true)
            let lenient = settings.merging(["association.test-evidence": "true", "association.proof-url": ""]) { $1 }
            let trial = try await Self.inspect(lenient, in: folder)
            #expect(trial.problem == nil)
            #expect(Self.names(trial) == ["test-registrations"])
        }
    }

    @Test(
        "refuses impossible values",
        arguments: [
            ("association.mode", "central"), ("association.proof", "faith"), ("association.country", "1000"),
            ("association.google.attestations", "safety-net"), ("association.proof-url", "ftp://a"),
            ("association.proof-token", "short"),
        ]
    )
    func nonsense(name: String, value: String) async throws {
        #expect(try await Self.inspect([name: value]).problem?.contains(name) == true)
    }
}

// MARK: - Modes

extension AssociationSystemTests {
    /// The routes of the authority in a mode, and the files of its data folder after a run.
    private static func served(_ mode: String) async throws -> (routes: [String], files: [String]) {
        try await TemporaryFolder.with { folder in
            let key = folder.appending(path: "association.key").path
            _ = try AgreementKeyFile.create(key)
            let settings = [
                "association.mode": mode, "association.key": key, "association.proof": "none",
                "public.address": "127.0.0.1:0", "internal.address": "127.0.0.1:0",
            ]
            let log = LogCapture()
            let reader = try await reader(settings, in: folder)
            let server = try Server([AssociationSystem.self], settings: reader, clock: ManualClock(now))
            _ = try server.migrate()
            let host = try await server.host(for: [.association], logger: log.logger)
            let routes = host.routes.filter { $0.service == "association" }.map(\.endpoint.path)
            try await withRunning(host, log: log) { _, _ in }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "data").path)
            try server.realm.close()
            return (routes.sorted(), files.sorted())
        }
    }

    @Test("opens no route and makes no file in the mode decentralised")
    func decentralised() async throws {
        let (routes, files) = try await Self.served("decentralised")
        #expect(routes == [])
        #expect(files == [])
    }

    @Test("opens its routes and makes its databases in the other modes", arguments: ["centralised", "hybrid"])
    func open(mode: String) async throws {
        let (routes, files) = try await Self.served(mode)
        #expect(routes.contains(AssociationEndpoint.registration.path))
        #expect(routes.contains(AssociationEndpoint.code.path))
        for file in ["association.sqlite", "association-index.sqlite", "otp.key"] {
            #expect(files.contains(file))
        }
    }

    @Test("says that the data of an earlier mode stay")
    func left() async throws {
        try await TemporaryFolder.with { folder in
            let data = folder.appending(path: "data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            let mode = ["association.mode": "decentralised"]
            let other = ServiceName(rawValue: "other")
            let reader = try await Self.reader(mode, in: folder)
            let server = try Server([AssociationSystem.self], settings: reader, clock: ManualClock(Self.now))
            let system = try #require(server.system(AssociationSystem.self))
            let services: Set<ServiceName> = [.association, other]
            #expect(try await system.findings(of: services, served: server.realm.settings).isEmpty)
            try Data().write(to: data.appending(path: "association.sqlite"))
            let findings = try await system.findings(of: services, served: server.realm.settings)
            #expect(findings.map(\.name) == ["association-left"])
        }
    }
}

// MARK: - The key

extension AssociationSystemTests {
    @Test("the authority's key is kept in a file that nobody else can read, and never overwritten")
    func key() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "association.key").path
            let made = try AgreementKeyFile.create(path)
            #expect(try AgreementKeyFile.load(path).publicKey == made)
            #expect(PrivateFile.access(to: path)?.isShared == false)
            #expect(throws: (any Error).self) { try AgreementKeyFile.create(path) }
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(throws: (any Error).self) { try AgreementKeyFile.load(path) }
        }
    }

    @Test(
        "a file without 32 bytes in base 64 is refused",
        arguments: ["", "%", "AAAA", String(repeating: "A", count: 48)]
    )
    func damaged(text: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "key")
            try SecretFile.write(text, to: file)
            #expect(throws: AssociationAssemblyError.unusableKey(file.path)) { try AgreementKeyFile.load(file.path) }
        }
    }
}
