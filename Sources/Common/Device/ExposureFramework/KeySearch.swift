import GAENCore
import KeyExport
import RiskModels

/// The one place where keys meet sightings. Matching takes seconds with a country's keys, so it runs beside the framework
/// and the radio does not wait for it.
struct KeySearch {
    private let matcher: KernelMatcher
    private var matched = MatchedKeys()

    /// - Parameter known: what earlier searches accepted, in their order.
    private init(of known: KnownKeys, among sightings: [Sighting]) {
        matcher = KernelMatcher(sightings: sightings)
        for match in matcher.matches(of: known.all) {
            matched.record(match)
        }
    }

    /// What the known keys explain of `sightings` by now.
    @concurrent
    static func matches(of known: KnownKeys, among sightings: [Sighting]) async -> [Match] {
        KeySearch(of: known, among: sightings).matched.matches
    }

    /// What is found in exports.
    struct Findings {
        /// The matches of keys that are published for the first time, each key once.
        var matches: [Match] = []
        /// The keys that tell something new beside the known ones.
        var news: [DiagnosisKey] = []
    }

    /// What the keys of `exports` explain of `sightings`.
    @concurrent
    static func findings(
        in exports: [VerifiedExport],
        besides known: KnownKeys,
        among sightings: [Sighting]
    ) async throws(ExposureFrameworkError) -> Findings {
        var search = KeySearch(of: known, among: sightings)
        var findings = Findings()
        var seen: Set<TemporaryExposureKey.KeyData> = []
        for export in exports {
            let reader = export.contents.keyReader()
            do {
                while let batch = try reader.next() {
                    let matches = search.matcher.matches(of: batch.keys)
                    findings.matches += matches.filter { seen.insert($0.key.key.keyData).inserted }
                    findings.news += search.news(in: matches + search.matcher.matches(of: batch.revisedKeys))
                }
            } catch {
                // The file was whole when its signature was checked.
                throw .diskIO
            }
        }
        return findings
    }

    private mutating func news(in matches: [Match]) -> [DiagnosisKey] {
        matches.filter { match in
            switch matched.record(match) {
            case .added, .revised, .removed: true
            case .unchanged, .refused, .ignored: false
            }
        }.map(\.key)
    }
}
