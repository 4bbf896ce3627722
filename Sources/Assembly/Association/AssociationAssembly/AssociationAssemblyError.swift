/// The reason why the association's service cannot start.
package enum AssociationAssemblyError: Error, Hashable, CustomStringConvertible {
    case keyMissing
    /// The path of a file.
    case unusableKey(String)
    /// No proof of registration is set.
    case proofMissing
    case proofServiceMissing
    /// A line of association.partners breaks the layout.
    case badPartner(path: String, line: Int)
    /// A name or a jurisdiction comes twice.
    case repeatedPartner(path: String, line: Int)
    case partnerOfItself(path: String)

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
        case .badPartner(let path, let line):
            "line \(line) of \(path) is no authority: write its name, country, state and https address, and optionally "
                + "a PEM file"
        case .repeatedPartner(let path, let line):
            "line \(line) of \(path) has a name or a country and state that an earlier line has"
        case .partnerOfItself(let path):
            "\(path) lists association.country and association.state, which are this authority's own"
        }
    }
}
