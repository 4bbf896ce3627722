package import ExposurePrimitives
package import Foundation

extension Bytes16 {
    /// Nil unless `data` holds exactly sixteen bytes.
    package init?(ofData data: Data) {
        guard data.count == Self.count else {
            return nil
        }
        // SAFETY: both words lie within the sixteen bytes.
        self.init(
            words: unsafe data.withUnsafeBytes { bytes in
                (
                    high: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                    low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        )
    }
}
