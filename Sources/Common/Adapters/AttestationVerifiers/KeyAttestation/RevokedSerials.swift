import ExposurePrimitives
import WireFormat
import X509

/// The serial numbers of revoked attesting keys, which leaked from their devices, as Google publishes them
/// (`https://android.googleapis.com/attestation/status`).
package struct RevokedSerials: Sendable {
    private let serials: Set<String>

    /// An empty list.
    package init() {
        serials = []
    }

    /// - Parameter statusList: the published JSON. Suspended keys count as revoked.
    package init(statusList: [UInt8]) throws(RevokedSerialsError) {
        guard let list = try? JSONValue(parsing: statusList), case .object(let entries)? = list["entries"] else {
            throw .unreadable
        }
        serials = Set(entries.map { Self.withoutLeadingZeros($0.name.lowercased()) })
    }

    func contains(_ serial: Certificate.SerialNumber) -> Bool {
        serials.contains(Self.withoutLeadingZeros(Hex.encode(serial.bytes)))
    }

    private static func withoutLeadingZeros(_ text: String) -> String {
        String(text.drop { $0 == "0" })
    }
}

/// The reason why a list cannot be used.
package enum RevokedSerialsError: Error, Hashable {
    /// The text is not the JSON that Google publishes.
    case unreadable
}
