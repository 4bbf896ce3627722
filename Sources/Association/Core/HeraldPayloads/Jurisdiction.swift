/// The authority that a payload belongs to: what Herald's header says of it.
public struct Jurisdiction: Hashable, Sendable {
    /// ISO 3166-1 numeric, for example 826 for the United Kingdom.
    public let country: UInt16
    /// The country's own number of a state or region; 0 for the whole country.
    public let state: UInt16

    public init(country: UInt16, state: UInt16) {
        self.country = country
        self.state = state
    }
}
