import ExposurePrimitives
package import Foundation
package import Signing

/// `ring.json`: a key ring as JSON, without private keys.
package enum KeyRingDocument {
    private struct Document: Codable {
        let keys: [Key]
    }

    private struct Key: Codable {
        let id: String
        let version: String
        let publicKey: String
        let state: String
        let signsSince: Date
        let signedUntil: Date?
    }

    private struct Malformed: Error {}

    package static func ring(parsing content: Data) throws -> KeyRing {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return try KeyRing(
            keys: decoder.decode(Document.self, from: content).keys.map { key in
                guard let state = KeyRing.State(rawValue: key.state) else {
                    throw Malformed()
                }
                return KeyRing.Entry(
                    id: key.id,
                    version: key.version,
                    publicKeyPEM: key.publicKey,
                    state: state,
                    signsSince: try time(key.signsSince),
                    signedUntil: try key.signedUntil.map(time)
                )
            }
        )
    }

    private static func time(_ date: Date) throws -> UnixTime {
        guard let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) else {
            throw Malformed()
        }
        return UnixTime(seconds)
    }

    package static func content(of ring: KeyRing) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let keys = ring.keys.map { entry in
            Key(
                id: entry.id,
                version: entry.version,
                publicKey: entry.publicKeyPEM,
                state: entry.state.rawValue,
                signsSince: Date(timeIntervalSince1970: Double(entry.signsSince.seconds)),
                signedUntil: entry.signedUntil.map { Date(timeIntervalSince1970: Double($0.seconds)) }
            )
        }
        return try encoder.encode(Document(keys: keys))
    }
}
