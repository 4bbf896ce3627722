/// The reason why the association's service cannot start.
package enum AssociationAssemblyError: Error, Hashable, CustomStringConvertible {
    case keyMissing
    /// The path of a file.
    case unusableKey(String)
    /// No proof of registration is set.
    case proofMissing
    case proofServiceMissing

    package var description: String {
        switch self {
        case .keyMissing:
            "association.mode needs association.key: avviso association key makes one"
        case .unusableKey(let path):
            "the file \(path) contains no key of the association: 32 bytes in base 64"
        case .proofMissing:
            "no proof of registration is set: association.google.attestations, association.apple.app-id or "
                + "association.proof=remote; association.proof=none starts without, for trials"
        case .proofServiceMissing:
            "association.proof=remote needs association.proof-url"
        }
    }
}
