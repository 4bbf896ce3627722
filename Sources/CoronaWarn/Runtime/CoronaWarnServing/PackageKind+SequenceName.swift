package import CoronaWarnAPI
package import CoronaWarnPackages
package import DiagnosisKeyStores
package import Persistence

extension PackageKind {
    /// The sequence of a region's packages of this kind.
    package func sequence(of region: RegionCode) -> SequenceName {
        guard let name = SequenceName(sequenceName(in: region)) else {
            preconditionFailure("small letters and a hyphen are the name of a sequence")
        }
        return name
    }

    /// The folder of a sequence's files, from which the tree is made.
    package static func folder(of sequence: SequenceName) -> ObjectName {
        guard let name = ObjectName("packages/\(sequence)") else {
            preconditionFailure("the name of a sequence is the name of a folder")
        }
        return name
    }
}
