import ExposurePrimitives
import Persistence

/// The place of one sequence's files in the object storage. Each sequence has a place of its own, and the cleanup of a
/// sequence deletes nothing outside it.
struct ChunkFolder: Hashable, Sendable {
    private let folder: ObjectName?

    init(_ folder: ObjectName?) {
        self.folder = folder
    }

    /// The name of a chunk's file: `chunk-<index>-<first 16 digits of the SHA-256>.zip`, in the folder.
    func name(ofChunk index: Int, digest: [UInt8]) throws -> ObjectName {
        let file = "chunk-\(index)-\(Hex.encode(digest.prefix(Self.digestLength))).zip"
        guard let name = ObjectName(folder.map { "\($0)/\(file)" } ?? file) else {
            throw ObjectStorageError(reason: "name a chunk under \(folder?.description ?? file)")
        }
        return name
    }

    /// The files of chunks in the folder, with their indexes.
    func chunks(in files: any ObjectStore) async throws -> [(name: ObjectName, index: Int)] {
        try await files.names(under: folder).compactMap { name in index(of: name).map { (name, $0) } }
    }

    /// The index of the chunk that the file `name` belongs to. Nil for a file that ``name(ofChunk:digest:)`` does not
    /// name.
    func index(of name: ObjectName) -> Int? {
        guard let file = name.segments.last, name.segments.count == (folder?.segments.count ?? 0) + 1 else {
            return nil
        }
        let parts = file.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "chunk", let index = Int(parts[1]), "\(index)" == parts[1],
            parts[2].hasSuffix(".zip"), parts[2].utf8.count == 2 * Self.digestLength + 4,
            parts[2].dropLast(4).allSatisfy(\.isHexDigit)
        else {
            return nil
        }
        return index
    }

    /// The number of bytes of a digest in a file's name.
    private static let digestLength = 8
}
