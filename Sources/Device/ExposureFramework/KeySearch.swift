import GAENCore
import KeyExport

/// The one place where keys meet sightings. Matching takes seconds with a country's keys, so it runs beside the framework
/// and the radio does not wait for it.
enum KeySearch {
    /// What is found in exports.
    struct Findings {
        /// The matches of keys that are published for the first time, each key once.
        var matches: [Match] = []
        /// The keys that match, in the order in which they count: as published, then as revised, file by file.
        var keys: [DiagnosisKey] = []
    }

    /// What the keys of `exports` explain of `sightings`.
    @concurrent
    static func findings(
        in exports: [VerifiedExport],
        among sightings: [Sighting]
    ) async throws(ExposureFrameworkError) -> Findings {
        let matcher = DictionaryMatcher(sightings: sightings)
        var findings = Findings()
        var seen: Set<TemporaryExposureKey.KeyData> = []
        for export in exports {
            let reader = export.contents.keyReader()
            do {
                while let batch = try reader.next() {
                    let matches = matcher.matches(of: batch.keys)
                    findings.matches += matches.filter { seen.insert($0.key.key.keyData).inserted }
                    findings.keys += matches.map(\.key) + matcher.matches(of: batch.revisedKeys).map(\.key)
                }
            } catch {
                // The file was whole when its signature was checked.
                throw .diskIO
            }
        }
        return findings
    }

    /// What keys that are known to match explain of `sightings` by now.
    @concurrent
    static func matches(of keys: [DiagnosisKey], among sightings: [Sighting]) async -> [Match] {
        DictionaryMatcher(sightings: sightings).matches(of: keys)
    }
}
