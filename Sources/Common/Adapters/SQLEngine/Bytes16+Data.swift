package import ExposurePrimitives
package import Foundation

extension Bytes16 {
    /// Nil unless `data` holds exactly sixteen bytes.
    package init?(ofData data: Data) {
        // SAFETY: the bytes are read during the call only.
        guard let bytes = unsafe data.withUnsafeBytes({ unsafe Bytes16(in: $0) }) else {
            return nil
        }
        self = bytes
    }

    /// Nil unless there are exactly sixteen bytes.
    package init?(in bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.count else {
            return nil
        }
        // SAFETY: both words lie within the sixteen bytes.
        self.init(
            words: (
                high: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        )
    }
}
