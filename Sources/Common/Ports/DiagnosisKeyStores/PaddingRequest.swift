public import ExposurePrimitives
public import GAENCore

/// The padding keys that a run needs.
public struct PaddingRequest: Sendable {
    public let count: Int
    /// The real keys of the run, beside which the padding keys stand.
    public let real: [ChunkKey]
    /// The run takes the keys whose embargo has ended at this moment.
    public let cutOff: UnixTime

    public init(count: Int, real: [ChunkKey], cutOff: UnixTime) {
        self.count = count
        self.real = real
        self.cutOff = cutOff
    }
}

/// A key as a chunk has it, with everything that is exported or stored of it.
public struct ChunkKey: Hashable, Sendable {
    public let diagnosisKey: DiagnosisKey
    /// Nil if the system publishes for one country and passes no keys on.
    public let countries: KeyCountries?

    public init(diagnosisKey: DiagnosisKey, countries: KeyCountries? = nil) {
        self.diagnosisKey = diagnosisKey
        self.countries = countries
    }
}
