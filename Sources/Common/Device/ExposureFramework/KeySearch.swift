import GAENCore
import KeyExport
import RiskModels

/// The only place where keys meet sightings.
///
/// Matching the keys of a country takes seconds. It runs beside the framework, so that the radio does not wait.
struct KeySearch {
    private let matcher: KernelMatcher
    private var matched = MatchedKeys()

    /// - Parameter known: the keys that earlier searches accepted, in their order.
    private init(of known: KnownKeys, among sightings: [Sighting]) {
        matcher = KernelMatcher(sightings: sightings)
        for match in matcher.matches(of: known.all) {
            matched.record(match)
        }
    }

    /// The matches of the known keys among `sightings`, as of now.
    @concurrent
    static func matches(of known: KnownKeys, among sightings: [Sighting]) async -> [Match] {
        KeySearch(of: known, among: sightings).matched.matches
    }

    /// The findings in exports.
    struct Findings {
        /// The matches of keys that are published for the first time, each key once.
        var matches: [Match] = []
        /// The keys that are new, or that change what is known.
        var news: [DiagnosisKey] = []
    }

    /// The findings of the keys of `exports` among `sightings`.
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
                // The file was complete when its signature was verified.
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
