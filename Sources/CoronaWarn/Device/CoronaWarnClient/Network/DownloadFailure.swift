public import CoronaWarnAPI
public import CoronaWarnConfiguration
public import KeyExport
public import MessageSignatures
public import WireFormat

/// The reason why a file of the tree is not used.
public enum DownloadFailure: Error, Equatable, Sendable {
    /// There was no complete answer.
    case transport(HTTPExchangeError)
    /// The server answered with a status that the contract does not allow here.
    case unexpectedStatus(Int)
    /// The file is not there (404).
    case missing
    /// An index or configuration without any signature.
    case unsigned
    /// The signature in the answer is not the authority's, not for this request, or not recent.
    case messageRefused(MessageSignatureError)
    /// The statement beside the file is not the authority's, or about another file.
    case statementRefused(TreeStatementError)
    /// The statement beside the file is too old, or from the future.
    case staleStatement
    /// The content does not have the contract's form.
    case malformed
    /// The package or configuration is not signed by the authority, or damaged.
    case archiveRefused(ExportError)
    /// The package is one of another region, period or batch.
    case otherPackage
    /// The configuration has mistakes, so the one before stays in force.
    case unusableConfiguration([ConfigurationProblem])
    /// The phone's storage failed.
    case storage

    /// Whether the server did not answer at all: then the phone asks it for nothing more.
    var isSilence: Bool {
        if case .transport = self { true } else { false }
    }
}
