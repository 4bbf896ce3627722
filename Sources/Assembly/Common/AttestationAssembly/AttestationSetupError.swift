package import FileStorage

/// The reason why attestations cannot be checked, in words for the operator.
package enum AttestationSetupError: Error, Hashable, CustomStringConvertible {
    /// A setting that an attestation needs is not set.
    case lacks(String)
    /// A path, and the file's defect.
    case unusableFile(String, String)
    /// The path of an emulator's root, and the setting that accepts it.
    case testRoot(String, allowedBy: String)
    case file(FileError)

    package var description: String {
        switch self {
        case .lacks(let setting):
            "the configured attestations need \(setting): see docs/attestation.md"
        case .unusableFile(let path, let problem):
            "the file \(path) \(problem)"
        case .testRoot(let path, let setting):
            "\(path) is the root of an emulator, whose attestations anybody can make: for tests set \(setting)=true"
        case .file(let error):
            error.description
        }
    }
}
