#if SYSTEM_IMMUNI && SYSTEM_CORONAWARN
    import CommonAssembly
    import CoronaWarnAssembly
    import CoronaWarnDemo
    import ExposurePrimitives
    import Foundation
    import GAENCore
    import HTTPTransport
    import ImmuniAssembly
    import ImmuniDemoServers
    import KeyExport
    import Persistence
    import OperatorPortal
    import OperatorStores
    import PhonePorts
    import StoryKit
    import WireFormat

    /// A comparison of two running realms: their published keys, their databases and their answers.
    struct RealmTraces: Sendable {
        let expectations: [StoryExpectation]
        let rows: [ClosingTable.Row]

        init(italy: DemoServers, germany: CoronaWarnDemoServers) async throws {
            let (it, de) = (italy.system.realm, germany.system.realm)
            let (italian, german) = (try await PublishedKeys(of: it), try await PublishedKeys(of: de))
            let (itKey, deKey) = (italy.exportPublicKeyPEM, germany.exportPublicKeyPEM)
            let (itFiles, deFiles) = (try Self.databases(of: it), try Self.databases(of: de))
            _ = try await italy.makeOperator(Self.person)
            let germans = try await de.operatorAccounts().list()
            let phone = try Self.phone(of: italy.publicURL, trust: italy.phoneTrust)
            let other = try Self.phone(of: germany.publicURL, trust: germany.phoneTrust)
            let (itPath, dePath) = ("/v1/keys/index", "/version/v1/diagnosis-keys/country")
            let answers = try await closing(with: {
                try await phone.shutDown()
                try await other.shutDown()
            }) {
                [
                    try await Self.status(of: itPath, from: phone), try await Self.status(of: dePath, from: phone),
                    try await Self.status(of: dePath, from: other), try await Self.status(of: itPath, from: other),
                ]
            }
            expectations = [
                StoryExpectation(
                    text: """
                        keys of it are published in it: \(italian.keys.count), and keys of de in de: \
                        \(german.keys.count)
                        """,
                    held: !italian.keys.isEmpty && !german.keys.isEmpty
                ),
                StoryExpectation(text: "no key is in both realms", held: italian.keys.isDisjoint(with: german.keys)),
                StoryExpectation(
                    text: "each file is signed with the key of its own realm, and not with that of the other",
                    held: italian.areSigned(by: itKey) && german.areSigned(by: deKey)
                        && !italian.isAnySigned(by: deKey) && !german.isAnySigned(by: itKey)
                ),
                StoryExpectation(
                    text: "each realm answers its own paths and knows none of the other's: \(answers)",
                    held: answers == [200, 404, 200, 404]
                ),
                StoryExpectation(
                    text: "an operator of it is unknown in de",
                    held: !germans.contains { $0.name == Self.person }
                ),
                StoryExpectation(
                    text: "each realm has a folder and databases of its own",
                    held: it.settings.dataFolder != de.settings.dataFolder && !itFiles.isEmpty && !deFiles.isEmpty
                ),
            ]
            rows = [
                ClosingTable.Row("databases of it", itFiles.joined(separator: ", ")),
                ClosingTable.Row("databases of de", deFiles.joined(separator: ", ")),
                ClosingTable.Row("files with keys", "it \(italian.count), de \(german.count)"),
            ]
        }

        private static let person: OperatorName = {
            guard let name = OperatorName("anna.rossi") else {
                preconditionFailure("anna.rossi is a name")
            }
            return name
        }()

        /// The names of the database files, sorted.
        private static func databases(of realm: Realm) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: realm.settings.dataFolder.path)
                .filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(".sqlite".count)) }.sorted()
        }

        private static func phone(of address: String, trust: ServerTrust) throws -> HTTPPhoneTransport {
            guard let url = ServerURL(address) else {
                preconditionFailure("an address of a listener is a URL")
            }
            let servers = PhoneServers([.download: url])
            return HTTPPhoneTransport(to: servers, timeout: HTTPPhoneTransport.patience, trust: trust)
        }

        private static func status(of path: String, from phone: HTTPPhoneTransport) async throws -> Int {
            try await phone.send(PhoneRequest(host: .download, method: .get, target: path, headers: [])).status
        }
    }

    /// The exports with keys among a realm's published files.
    private struct PublishedKeys {
        let keys: Set<DiagnosisKey>
        private let exports: [ExportArchive]

        var count: Int { exports.count }

        init(of realm: Realm) async throws {
            var (keys, exports): (Set<DiagnosisKey>, [ExportArchive]) = ([], [])
            for name in try await realm.files.names() {
                // Other files are indexes, statements and configurations.
                guard let bytes = try await realm.files.get(name), let export = try? ExportArchive(bytes),
                    let found = try? await export.unverified(finding: { $0.keys }).findings, !found.isEmpty
                else {
                    continue
                }
                exports.append(export)
                keys.formUnion(found)
            }
            (self.keys, self.exports) = (keys, exports)
        }

        func areSigned(by key: String) -> Bool { exports.allSatisfy { Self.isSigned($0, by: key) } }

        func isAnySigned(by key: String) -> Bool { exports.contains { Self.isSigned($0, by: key) } }

        private static func isSigned(_ export: ExportArchive, by key: String) -> Bool {
            guard let verifier = try? ExportVerifier(keys: [ExportVerificationKey(key)]) else {
                return false
            }
            return (try? export.verified(by: verifier)) != nil
        }
    }
#endif
