import CommonAssembly
import Crypto
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import ImmuniAssembly
import KeyExport
import KeyFiles
import KeyPublication
import ServiceKit
import ServiceTesting
import Signing
import Testing

@Suite("A folder of signing keys")
struct SigningKeyFolderTests {
    private static let now = SampleServer.noon

    private static func withFolder(_ body: (SampleServer, SigningKeyFolder, URL) async throws -> Void) async throws {
        try await SampleServer.with { sample in
            let path = sample.folder.appending(path: "keys")
            try await body(sample.with("signing-key", path.path), SigningKeyFolder(path), path)
        }
    }

    @Test("is made with one key, rotates, and deletes the private half of a retired key")
    func steps() async throws {
        try await Self.withFolder { _, folder, path in
            let made = try folder.create(id: "222", version: "v1", pem: nil, now: Self.now)
            #expect(made.signing.map(\.version) == ["v1"])
            #expect(throws: FileError.self) { try folder.create(id: "222", version: "v1", pem: nil, now: Self.now) }
            let begun = try folder.rotate(version: nil, isEmergency: false, now: Self.now)
            #expect(begun.signing.map(\.version) == ["v1", "v2"])
            #expect(throws: KeyRingError.self) { try folder.rotate(version: nil, isEmergency: false, now: Self.now) }
            let later = Self.now.advanced(bySeconds: KeyRing.minOverlap)
            let rotated = try folder.rotate(version: nil, isEmergency: false, now: later)
            #expect(rotated.signing.map(\.version) == ["v2", "v1"])
            #expect(try folder.ring() == rotated)
            #expect(try folder.signing().map(\.entry) == rotated.signing)
            let files = try FileManager.default.contentsOfDirectory(atPath: path.path).sorted()
            #expect(files == ["ring.json", "v1.pem", "v2.pem"])
            for file in files {
                #expect(try SecretFile.mode(of: path.appending(path: file)) == 0o600, "\(file)")
            }
            _ = try folder.retire(version: "v1", now: later)
            #expect(!FileManager.default.fileExists(atPath: path.appending(path: "v1.pem").path))
            #expect(try folder.signing().map(\.entry.version) == ["v2"])
        }
    }

    @Test("takes over a key in use, and a key file that an interrupted rotation left")
    func takesOver() async throws {
        try await Self.withFolder { _, folder, path in
            let ring = try folder.create(id: "222", version: "v1", pem: SampleServer.signingKey, now: Self.now)
            let original = try P256.Signing.PrivateKey(pemRepresentation: SampleServer.signingKey)
            #expect(ring.keys[0].publicKeyPEM == original.publicKey.pemRepresentation)
            try SecretFile.write(SampleServer.signingKey, to: path.appending(path: "v2.pem"))
            let rotated = try folder.rotate(version: "v2", isEmergency: false, now: Self.now)
            #expect(rotated.keys[1].publicKeyPEM == ring.keys[0].publicKeyPEM)
        }
    }

    @Test("with a damaged ring or an exchanged key is refused with the file's name")
    func damaged() async throws {
        try await Self.withFolder { sample, folder, path in
            _ = try folder.create(id: "222", version: "v1", pem: nil, now: Self.now)
            try SecretFile.write(SampleServer.signingKey, to: path.appending(path: "v1.pem"))
            let exchanged = #expect(throws: KeyFileError.self) { try folder.signing() }
            #expect(exchanged?.description.contains("v1.pem") == true)
            let ring = path.appending(path: "ring.json")
            for content in [
                "", "{}", #"{"keys":[]}"#, try String(contentsOf: ring, encoding: .utf8).replacing("active", with: "a"),
            ] {
                try Data(content.utf8).write(to: ring)
                #expect(throws: KeyFileError.damagedKeyRing(ring.path)) { try folder.ring() }
            }
            let assembly = try await sample.assembly()
            #expect(throws: KeyFileError.damagedKeyRing(ring.path)) { try assembly.publicationJob() }
        }
    }

    @Test("a job made before a rotation signs with the new keys after it")
    func withoutRestart() async throws {
        try await Self.withFolder { sample, folder, _ in
            _ = try folder.create(id: "222", version: "v1", pem: nil, now: Self.now)
            let assembly = try await sample.assembly()
            let host = try await assembly.host(for: [.otp, .ingestion, .reporting], logger: LogCapture().logger)
            let job = try assembly.publicationJob()
            try await withRunning(host) { ports, _ async throws in
                var signers: [[String]] = []
                for (index, code) in zip(1..., ["59FU36KR46", "9K2RAY8UUQ", "KJ23IWY5UJ"]) {
                    let request = SampleRequest(code: code, keyData: [UInt8](repeating: UInt8(index), count: 16))
                    _ = try await RawHTTP.exchange(port: ports.internal, request.authorisation())
                    #expect(try await RawHTTP.exchange(port: ports.public, request.upload()).status == 204)
                    #expect(try await job.run().chunks == [index])
                    let chunk = try await RawHTTP.exchange(port: ports.public, RawRequest.get("/v1/keys/\(index)"))
                    let contents = try ExportArchive(chunk.body).unverified().contents
                    signers.append(contents.signatureInfos.map(\.keyName.version))
                    if index < 3 {
                        _ = try folder.rotate(version: nil, isEmergency: index == 2, now: Self.now)
                    }
                }
                #expect(signers == [["v1"], ["v1", "v2"], ["v2", "v1"]])
            }
        }
    }

    @Test("a rotation refuses arguments that its next step does not use")
    func uselessSteps() async throws {
        try await Self.withFolder { _, folder, _ in
            _ = try folder.create(id: "222", version: "v1", pem: nil, now: Self.now)
            #expect(throws: KeyRingError.noUpcomingKey) {
                try folder.rotate(version: nil, isEmergency: true, now: Self.now)
            }
            _ = try folder.rotate(version: "v2", isEmergency: false, now: Self.now)
            #expect(throws: KeyRingError.otherKeyUpcoming(version: "v2")) {
                try folder.rotate(version: "v3", isEmergency: true, now: Self.now)
            }
            let ring = try folder.rotate(version: "v2", isEmergency: true, now: Self.now)
            #expect(ring.key(in: .active)?.version == "v2")
        }
    }

    @Test("lists only the public keys for app teams, of a folder and of a file")
    func publicKeys() async throws {
        try await Self.withFolder { sample, folder, path in
            _ = try folder.create(id: "222", version: "v1", pem: nil, now: Self.now)
            _ = try folder.rotate(version: nil, isEmergency: false, now: Self.now)
            let messages = sample.folder.appending(path: "signing.pem").path
            let list = try await sample.with("message-signing-key", messages).assembly().realm.publicKeys()
            #expect(list.keys.map(\.use) == ["exports", "exports", "messages"])
            #expect(list.keys.map(\.version) == ["v1", "v2", nil])
            #expect(list.keys.map(\.state) == ["active", "upcoming", "active"])
            let json = String(decoding: try list.json(), as: UTF8.self)
            #expect(json.contains(#""valid_from" : "2020-07-08T12:00:00Z""#))
            #expect(!json.contains("PRIVATE"))
            let single = try await sample.with("signing-key", messages).with("message-signing-key", nil).assembly()
                .realm.publicKeys()
            #expect(single.keys.map(\.id) == ["222"])
            let shared = sample.with("signing-key", messages).with("message-signing-key", messages)
            await #expect(throws: AssemblyError.signingKeyShared) { try await shared.assembly().realm.publicKeys() }
        }
    }
}
