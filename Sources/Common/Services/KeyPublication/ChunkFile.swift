import ExposurePrimitives
import ObjectStorage

/// The names of chunk files.
enum ChunkFile {
    /// `chunk-<index>-<first 16 digits of the SHA-256>.zip`.
    static func name(ofChunk index: Int, digest: [UInt8]) -> ObjectName {
        guard let name = ObjectName("chunk-\(index)-\(Hex.encode(digest.prefix(8))).zip") else {
            preconditionFailure("digits and letters are safe in an object's name")
        }
        return name
    }
}
