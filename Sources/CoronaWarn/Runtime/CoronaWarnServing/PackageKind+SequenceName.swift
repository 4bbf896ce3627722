package import CoronaWarnAPI
package import CoronaWarnPackages
package import DiagnosisKeyStores

extension PackageKind {
    /// The sequence of a region's packages of this kind.
    package func sequence(of region: RegionCode) -> SequenceName {
        guard let name = SequenceName(sequenceName(in: region)) else {
            preconditionFailure("small letters and a hyphen are the name of a sequence")
        }
        return name
    }
}
