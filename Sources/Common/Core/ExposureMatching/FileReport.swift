public import GAENCore
public import KeyExport

/// The result of matching one export file.
public struct FileReport: Sendable {
    public let name: String
    public let outcome: Result<FileMatches, FileFailure>
}

/// The matches of a verified export: its keys of people near this phone.
public struct FileMatches: Sendable {
    public let metadata: ExportMetadata
    /// The trusted keys that signed; empty if signatures are not checked.
    public let signers: [VerificationKeyName]
    public let warnings: [ExportWarning]
    public let keyCount: Int
    public let revisedKeyCount: Int
    /// Matches of keys that were published for the first time, in the order of the file.
    public let matches: [Match]
    /// Matches of keys that were published before, with the values that are now valid, in the order of the file.
    public let revisedMatches: [Match]
}

/// The reason why a file was left out. None of its content was used.
public enum FileFailure: Error {
    /// The source could not provide the file's bytes.
    case unreadable(any Error)
    case refused(ExportError)
}

extension FileFailure: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .refused(let error): error.description
        }
    }
}
