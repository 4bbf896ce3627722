import DiagnosisKeyStores

extension KeyCountries {
    /// The visited countries as a column holds them: sorted, with commas between them.
    var visitedText: String {
        visited.sorted().map(\.description).joined(separator: ",")
    }

    /// Nil if a code is none of a country.
    init?(origin: String, visitedText: String) {
        let visited = visitedText.split(separator: ",").map { CountryCode($0) }
        guard let origin = CountryCode(origin), !visited.contains(nil) else {
            return nil
        }
        self.init(origin: origin, visited: Set(visited.compactMap { $0 }))
    }
}
