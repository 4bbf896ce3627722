/// One entry of an archive, as its central directory describes it.
struct ZipEntry {
    let name: String
    let flags: UInt16
    let method: ZipMethod
    let checksum: UInt32
    let compressedSize: Int
    let size: Int
    let headerOffset: Int
    /// The position of the compressed data; known once the local header was read.
    var dataStart = 0

    var dataRange: Range<Int> { dataStart..<dataStart + compressedSize }
}
