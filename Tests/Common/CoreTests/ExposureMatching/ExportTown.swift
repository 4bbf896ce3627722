import Crypto
import ExposureMatching
import ExposurePrimitives
import GAENCore
import KeyExport

/// Keys, encounters and a signing server. Everything except the keys is new in every run.
struct ExportTown {
    private let signer: P256ExportSigner
    let signerName = VerificationKeyName(id: "222", version: "v1")
    let sightings: [Sighting]

    init() throws {
        signer = try P256ExportSigner(
            privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation,
            signatureInfo: SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
        )
        sightings = try stride(from: 0, to: 7000, by: 7).filter { $0 % 1000 < 60 }.flatMap { number in
            try Self.key(number).key.identifiers().prefix(3).map { Sighting($1, at: $0.start) }
        }
    }

    var matcher: KernelMatcher { KernelMatcher(sightings: sightings) }

    var verifier: ExportVerifier {
        get throws { try ExportVerifier(keys: [ExportVerificationKey(signer.publicKeyPEM, name: signerName)]) }
    }

    /// Key number 1000 × file + place. Every seventh of the first sixty keys of a file was met.
    func draft(number: Int, keys: Int, revised: Int) throws -> ExportDraft {
        ExportDraft(
            metadata: try Self.metadata(number),
            keys: try (0..<keys).map { try Self.key(1000 * number + $0) },
            revisedKeys: try (0..<revised).map { try Self.key(1000 * number + 21 + $0) }
        )
    }

    func archives(of drafts: [ExportDraft]) async throws -> [ExportSource] {
        var sources: [ExportSource] = []
        for (number, draft) in drafts.enumerated() {
            let bytes = try await ExportWriter.archive(of: draft, signedBy: [signer])
            sources.append(ExportSource(name: "file \(number)") { bytes })
        }
        return sources
    }

    func reports(
        on sources: [ExportSource],
        workers: Int = 1,
        matcher: (any KeyMatcher)? = nil
    ) async throws -> [FileReport] {
        var reports: [FileReport] = []
        let matcher = ExportMatcher(matcher: matcher ?? self.matcher, verifier: try verifier, workers: workers)
        try await matcher.match(sources) { reports.append($0) }
        return reports
    }

    static func key(_ number: Int) throws -> DiagnosisKey {
        var generator = SeededGenerator(seed: UInt64(number))
        return DiagnosisKey(
            key: try TemporaryExposureKey(
                Bytes16.random(using: &generator).bytes,
                start: 2_656_800,
                period: 100 + number % 45
            ),
            transmissionRiskLevel: number % 9,
            reportType: .confirmedTest,
            daysSinceOnsetOfSymptoms: number % 29 - 14
        )
    }

    static func metadata(_ number: Int) throws -> ExportMetadata {
        try ExportMetadata(start: UnixTime(Int64(number) * 100), end: UnixTime(Int64(number) * 100 + 99), region: "222")
    }

    /// What a dictionary finds for the keys in the order of an export.
    func expectedMatches(of keys: [DiagnosisKey]) -> [MatchDescription] {
        let sorted = keys.sorted { $0.key.keyData < $1.key.keyData }
        return MatchDescription.all(of: DictionaryMatcher(sightings: sightings).matches(of: sorted))
    }
}
