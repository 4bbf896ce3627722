package import DiagnosisKeyStores
package import ExposurePrimitives
import GAENCore

/// Small values for the checks, all around one moment.
package enum Samples {
    /// Noon of a day in 2020.
    package static let now = UnixTime(1_600_000_200 / 86_400 * 86_400 + 43_200)
    package static let evidence = RightEvidence("text of a system") ?? .none
    package static let retention: Int64 = 14 * 86_400
    package static let consumedMemory: Int64 = 15 * 86_400
    package static let rules = ChunkRules(
        maxKeyCount: 10,
        minKeyCount: 1,
        maxHeldRuns: 3,
        firstPeriod: 14_400,
        retention: retention
    )

    package static func identifier(_ number: UInt8 = 1) -> RightIdentifier {
        RightIdentifier(mac: [UInt8](repeating: number, count: 32))
    }

    package static func right(_ number: UInt8 = 1, expiresAt: UnixTime = now.advanced(bySeconds: 150)) -> UploadRight {
        UploadRight(identifier: identifier(number), evidence: evidence, expiresAt: expiresAt)
    }

    /// A key with a number in 0…65535. Its window ended at `windowEnd`, which is a multiple of ten minutes.
    package static func key(
        _ number: Int,
        windowEnd: UnixTime = now.advanced(bySeconds: -86_400),
        releasableAt: UnixTime? = nil,
        level: Int = 8
    ) throws -> StoredKey {
        let bytes = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 7, count: 14)
        let key = try TemporaryExposureKey(
            keyData: .init(bytes),
            rollingStart: IntervalNumber(IntervalNumber(clamping: windowEnd).rawValue - 144),
            rollingPeriod: 144
        )
        return StoredKey(
            diagnosisKey: DiagnosisKey(key: key, transmissionRiskLevel: level),
            releasableAt: releasableAt ?? windowEnd.advanced(bySeconds: 7200)
        )
    }

    /// The same key, released in several sequences, with countries.
    package static func travelled(_ number: Int, to releases: [KeyRelease]) throws -> StoredKey {
        let key = try key(number).diagnosisKey
        guard let (origin, visited) = CountryCode("DE").flatMap({ origin in CountryCode("FR").map { (origin, $0) } })
        else {
            preconditionFailure("both codes are of countries")
        }
        return StoredKey(
            diagnosisKey: DiagnosisKey(
                key: key.key,
                transmissionRiskLevel: key.transmissionRiskLevel,
                reportType: .confirmedTest,
                daysSinceOnsetOfSymptoms: 13
            ),
            releases: releases,
            countries: KeyCountries(origin: origin, visited: [visited])
        )
    }

    package static func content(_ keys: [StoredKey], inbox number: UInt8 = 1) -> UploadContent {
        UploadContent(keys: keys, inboxEntry: inboxEntry(number))
    }

    package static func inboxEntry(_ number: UInt8 = 1, receivedOn: CalendarDay = now.utcDay) -> InboxEntry {
        var generator = SeededGenerator(seed: UInt64(number))
        return InboxEntry(
            identifier: Bytes16.random(using: &generator),
            receivedOn: receivedOn,
            area: "RM",
            content: Array("[]".utf8)
        )
    }

    /// Grants a right and uploads `keys` with it.
    package static func upload(
        _ keys: [StoredKey],
        right number: UInt8 = 1,
        to stores: ExposureStores,
        now: UnixTime = now
    ) async throws -> Bool {
        _ = try await stores.rights.grant(right(number, expiresAt: now.advanced(bySeconds: 150)), now: now)
        return try await stores.uploads.consume(identifier(number), now: now) { _ in content(keys, inbox: number) }
    }

    package static func published(_ chunk: PlannedChunk, of sequence: SequenceName? = nil) -> PublishedChunk {
        PublishedChunk(
            index: chunk.index,
            periodEnd: chunk.periodEnd,
            objectName: "\(sequence?.description ?? "chunk")-\(chunk.index)",
            size: 100,
            digest: [UInt8](repeating: 1, count: 32)
        )
    }

    /// Plans everything releasable, and returns how many keys that are.
    package static func plan(_ stores: ExposureStores, now: UnixTime = now) async throws -> Int {
        try await stores.chunks.planChunks(rules: rules, now: now)
    }

    /// Plans and publishes everything releasable.
    package static func publishAll(_ stores: ExposureStores, now: UnixTime = now) async throws {
        _ = try await plan(stores, now: now)
        for chunk in try await stores.chunks.plannedChunks() {
            _ = try await stores.chunks.publish(published(chunk))
        }
    }
}
