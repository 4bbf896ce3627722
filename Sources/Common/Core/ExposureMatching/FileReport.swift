public import GAENCore
public import KeyExport

/// What became of one export file.
public struct FileReport: Sendable {
    public let name: String
    public let outcome: Result<FileMatches, FileFailure>
}

/// What a verified export holds of people whom this phone met.
public struct FileMatches: Sendable {
    public let metadata: ExportMetadata
    /// The trusted keys that signed; empty where signatures are not checked.
    public let signers: [VerificationKeyName]
    public let warnings: [ExportWarning]
    public let keyCount: Int
    public let revisedKeyCount: Int
    /// Of keys that were published for the first time, in the order of the file.
    public let matches: [Match]
    /// Of keys that were published before, with the values that now hold, in the order of the file.
    public let revisedMatches: [Match]
}

/// Why a file was left out. Nothing of its content came out.
public enum FileFailure: Error {
    /// The source could not give its bytes.
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
