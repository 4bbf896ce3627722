/// An error in the zip container.
public enum ArchiveError: Error, Equatable {
    /// The file is neither a zip archive nor an export.bin.
    case notAnArchive
    case truncated
    /// An archive comment, or bytes that belong to no entry: before, between or after the entries.
    case strayBytes
    case multipleDisks
    case zip64
    case encrypted(name: String)
    case unsupportedMethod(Int, name: String)
    case unsupportedFlags(Int, name: String)
    /// The entry's local header or data descriptor differs from the central directory.
    case inconsistentHeaders(name: String)
    case unexpectedEntry(name: String)
    case nestedFolder(name: String)
    case unsafeName(String)
    case duplicateEntry(name: String)
    case missingEntry(name: String)
    case tooLarge(size: Int, limit: Int)
    case expansionTooHigh(name: String, limit: Int)
    case corruptData(name: String)
    /// The data is longer or shorter than the directory says.
    case wrongSize(name: String)
    case checksumMismatch(name: String)
}

extension ArchiveError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notAnArchive: "the file is neither a zip archive nor an export.bin"
        case .truncated: "the zip archive is truncated"
        case .strayBytes: "the zip archive has a comment or bytes outside its entries"
        case .multipleDisks: "the zip archive is one part of several"
        case .zip64: "the zip archive is in the zip64 format, which is not accepted"
        case .encrypted(let name): "entry \(name) is encrypted"
        case .unsupportedMethod(let method, let name): "entry \(name) uses compression method \(method)"
        case .unsupportedFlags(let flags, let name): "entry \(name) uses zip features that are not accepted: \(flags)"
        case .inconsistentHeaders(let name): "the two headers of entry \(name) contradict each other"
        case .unexpectedEntry(let name): "unexpected entry \(name): only export.bin and export.sig are allowed"
        case .nestedFolder(let name): "entry \(name) is in a folder: export.bin and export.sig must be at the top"
        case .unsafeName(let name): "entry \(name) has an unsafe name"
        case .duplicateEntry(let name): "entry \(name) occurs twice"
        case .missingEntry(let name): "entry \(name) is missing"
        case .tooLarge(let size, let limit): "the content has \(size) bytes, more than the limit of \(limit)"
        case .expansionTooHigh(let name, let limit): "entry \(name) expands more than \(limit):1"
        case .corruptData(let name): "the compressed data of entry \(name) is corrupt"
        case .wrongSize(let name): "entry \(name) does not have the size that the archive states"
        case .checksumMismatch(let name): "the checksum of entry \(name) does not match its content"
        }
    }
}
