/// The reason why an export file was refused or could not be written.
///
/// It carries names, sizes and ranges, never key material.
public enum ExportError: Error, Equatable {
    case archive(ArchiveError)
    case content(ContentError)
    case signature(SignatureError)
    case group(GroupError)
}

extension ExportError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .archive(let error): error.description
        case .content(let error): error.description
        case .signature(let error): error.description
        case .group(let error): error.description
        }
    }
}
