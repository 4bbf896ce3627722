import Crypto
package import ExposurePrimitives
import GAENCore
import KeyExport
import MessageSignatures

/// The key of a simulated authority, and the files that it signs.
package struct WeekAuthority: Sendable {
    private let key = P256.Signing.PrivateKey()

    package init() {}

    package var publicKeyPEM: String { key.publicKey.pemRepresentation }

    package var keyID: String { MessageVerificationKey.keyID(ofPublicKey: Array(key.publicKey.derRepresentation)) }

    /// A signature of a message, as r‖s.
    package func signature(of message: [UInt8]) throws -> [UInt8] {
        Array(try key.signature(for: message).rawRepresentation)
    }

    /// A signed document in a zip.
    package func archive(_ document: [UInt8]) async throws -> [UInt8] {
        let (metadata, signer) = (try ExportMetadata(start: UnixTime(0), end: UnixTime(0), region: ""), try signer)
        let signature = try await signer.signature(over: document)
        let list = try ExportWriter.exportSig(for: metadata, signatures: [(signer.signatureInfo, signature)])
        return try ExportWriter.archive(exportBin: document, exportSig: list)
    }

    /// The keys that are published in a part of a day: as many as its share of ``keysPerDay``, of the fourteen days
    /// before.
    package func archive(from start: UnixTime, to end: UnixTime, region: String) async throws -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(start.seconds))
        let count = Self.keysPerDay * Int(end.seconds(since: start)) / Int(UnixTime.secondsPerDay)
        let keys = try (0..<count).map { number in
            let day = start.utcDay.advanced(byDays: -1 - number % 14)
            let key = try TemporaryExposureKey.generate(
                forDayOf: IntervalNumber(clamping: day.startInUTC),
                using: &generator
            )
            return DiagnosisKey(key: key, transmissionRiskLevel: 5)
        }
        let metadata = try ExportMetadata(start: start, end: end, region: region)
        return try await ExportWriter.archive(of: ExportDraft(metadata: metadata, keys: keys), signedBy: [signer])
    }

    private var signer: P256ExportSigner {
        get throws {
            let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
            return try P256ExportSigner(privateKeyPEM: key.pemRepresentation, signatureInfo: info)
        }
    }

    /// Fourteen of each of 2000 people.
    package static let keysPerDay = 28_000
}
