import GAENCore
import KeyExport

/// The one place where keys meet sightings.
enum ExposureMatching {
    /// The matches of the keys that `exports` publish for the first time.
    ///
    /// Matching takes seconds with a country's keys; the radio must not wait for it.
    @concurrent
    static func matches(
        in exports: [VerifiedExport],
        against sightings: [Sighting]
    ) async throws(ExposureFrameworkError) -> [Match] {
        let matcher = DictionaryMatcher(sightings: sightings)
        var matches: [Match] = []
        for export in exports {
            let reader = export.contents.keyReader()
            do {
                while let batch = try reader.next() {
                    matches += matcher.matches(of: batch.keys)
                }
            } catch {
                // The file was whole when its signature was checked.
                throw .diskIO
            }
        }
        return matches
    }
}
