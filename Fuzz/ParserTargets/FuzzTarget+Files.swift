import AttestationVerifiers
import Crypto
import DeviceEmulation
import ExposurePrimitives
import ExposureReports
import Foundation
import GAENCore
import KeyExport
import KeyFiles
import MessageSignatures
import Signing
import WireFormat

extension FuzzTarget {
    /// Sightings in all their formats, records of captures among them.
    static let sightings = FuzzTarget(
        "sightings",
        maxSize: 16_384,
        words: [
            "identifier,metadata,rssi,time,previous_scan\n", "\"identifier\":", "\"metadata\":", "\"rssi\":",
            "\"time\":",
        ],
        seeds: {
            let identifier = Bytes16(words: (1, 2))
            let sightings = try [1, 2].map { number in
                guard let metadata = EncodedMetadata([0x40, 8, 0, UInt8(number)]) else {
                    throw BrokenProperty(description: "four bytes are no metadata")
                }
                return Sighting(
                    identifier: RollingProximityIdentifier(identifier),
                    metadata: metadata,
                    rssi: -60,
                    time: UnixTime(FuzzMoment.now.seconds + Int64(number)),
                    previousScan: number == 1 ? nil : FuzzMoment.now
                )
            }
            return SightingFile.Format.allCases.map { SightingFile.encode(sightings, as: $0) }
        },
        check: { bytes in
            guard let sightings = try? SightingFile.parse(bytes) else {
                return false
            }
            for format in [SightingFile.Format.json, .csv] {
                let again = try SightingFile.parse(SightingFile.encode(sightings, as: format))
                try require(again == sightings, "sightings read back otherwise as \(format)")
            }
            let captured = try SightingFile.parse(SightingFile.encode(sightings, as: .capture))
            try require(captured.count == sightings.count, "a capture loses sightings")
            return true
        }
    )

    /// Keys and certificates in PEM, which administrators copy from elsewhere.
    static let pem = FuzzTarget(
        "pem",
        maxSize: 8192,
        words: ["-----BEGIN PUBLIC KEY-----\n", "-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----\n", "MFkw"],
        seeds: {
            let publicKey = try SampleKeys.privateKey().publicKey
            return [
                Array(publicKey.pemRepresentation.utf8), Array(Base64.encode(publicKey.derRepresentation).utf8),
                Array(try SampleAttestation.authority.get().rootPEM.utf8),
                Array(try SampleKeys.privateKey().pemRepresentation.utf8),
            ]
        },
        check: { bytes in
            let text = bytes.text
            let message = try? MessageVerificationKey(pem: text)
            let anchors = try? TrustAnchors(pem: text)
            let export = try? ExportVerificationKey(text)
            let signer = try? P256ExportSigner(
                privateKeyPEM: text,
                signatureInfo: SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
            )
            return message != nil || anchors != nil || export != nil || signer != nil
        }
    )

    /// `ring.json`, the state of the signing keys.
    static let keyRing = FuzzTarget(
        "key-ring",
        maxSize: 8192,
        words: ["\"keys\":", "\"state\":", "\"active\"", "\"retired\"", "\"signs_since\":", "\"signed_until\":"],
        seeds: {
            let entry = KeyRing.Entry(
                id: "222",
                version: "v1",
                publicKeyPEM: try SampleKeys.privateKey().publicKey.pemRepresentation,
                state: .active,
                signsSince: FuzzMoment.now
            )
            return [Array(try KeyRingDocument.content(of: KeyRing(keys: [entry])))]
        },
        check: { bytes in
            guard let ring = try? KeyRingDocument.ring(parsing: Data(bytes)) else {
                return false
            }
            _ = ring.nextVersion
            let again = try KeyRingDocument.ring(parsing: KeyRingDocument.content(of: ring))
            try require(again.keys == ring.keys, "a key ring reads back otherwise")
            return true
        }
    )
}
