import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import ImmuniIngestion
import ImmuniServing
import KeyServerRules
import Persistence
import SQLiteTesting
import ServiceKit
import StoreConformance
import Synchronization
import Testing

/// An Exposure Ingestion Service on a database of its own and a clock that stands still.
struct SampleIngestion: SampleService {
    /// Noon UTC of a summer day.
    static let noon = UnixTime(1_594_209_600)
    static let onset = CalendarDay(daysSinceEpoch: noon.utcDay.daysSinceEpoch - 3)
    static let code = "9K2RAY8UUQ"
    static let otherCode = "59FU36KR46"

    let clock = ManualClock(noon)
    let stores: ExposureStores
    let accepted: RecordingUploads
    let rightKey: RightKey
    let service: ExposureIngestionService

    init(
        wrappingRights: (any UploadRightStore) -> any UploadRightStore = { $0 },
        wrappingUploads: (any UploadStore<RightIdentifier, RightEvidence>)
            -> any UploadStore<RightIdentifier, RightEvidence> = { $0 },
        minBody: Int? = nil,
        fault: SQLFault? = nil
    ) async throws {
        stores = try await .temporary(fault: fault)
        rightKey = try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))
        accepted = RecordingUploads(stores.uploads)
        service = ExposureIngestionService(
            rights: wrappingRights(stores.rights),
            uploads: wrappingUploads(accepted),
            rightKey: rightKey,
            policy: UploadPolicy(riskLevels: .uniform),
            minBody: minBody,
            clock: clock,
            trusted: clock,
            calendar: try AuthorityCalendar(timeZone: "Europe/Rome")
        )
    }

    /// A sample that authorised `code`.
    static func authorised(minBody: Int? = nil) async throws -> SampleIngestion {
        let sample = try await SampleIngestion(minBody: minBody)
        try await sample.authorise()
        return sample
    }

    /// A sample whose database does not answer.
    static func failing(minBody: Int? = nil) async throws -> SampleIngestion {
        try await SampleIngestion(minBody: minBody, fault: .failingRights)
    }

    /// Authorises `code` for `lifetime` seconds from now.
    func authorise(_ code: String = code, symptomsStartedOn: CalendarDay = onset, lifetime: Int64 = 150) async throws {
        try await authorise(code, evidence: RightEvidence(symptomsStartedOn), lifetime: lifetime)
    }

    func authorise(_ code: String = code, evidence: RightEvidence, lifetime: Int64 = 150) async throws {
        let right = UploadRight(
            identifier: try identifier(of: code),
            evidence: evidence,
            expiresAt: clock.now().advanced(bySeconds: lifetime)
        )
        #expect(try await stores.rights.grant(right, now: clock.now()) == .granted)
    }

    func isLive(_ code: String = code) async throws -> Bool {
        try await stores.rights.isLive(identifier(of: code), now: clock.now())
    }

    private func identifier(of code: String) throws -> RightIdentifier {
        RightIdentifier(of: try OneTimePassword(code).uploadToken, under: rightKey)
    }
}

extension SQLFault {
    /// No statement about upload rights works.
    static let failingRights = SQLFault("fails", "upload_right", "planted_table")
}

/// Records the accepted uploads as the store received them.
final class RecordingUploads: UploadStore {
    private let base: any UploadStore<RightIdentifier, RightEvidence>
    private let recorded = Mutex<[UploadContent]>([])

    init(_ base: any UploadStore<RightIdentifier, RightEvidence>) { self.base = base }

    var contents: [UploadContent] { recorded.withLock { $0 } }
    var keys: [StoredKey] { contents.flatMap(\.keys) }

    func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) -> Bool {
        let made = MadeContent()
        let isConsumed = try await base.consume(identifier, now: now) { evidence throws(StoreError) in
            made.keep(try content(evidence))
        }
        if isConsumed, let content = made.content {
            recorded.withLock { $0.append(content) }
        }
        return isConsumed
    }

    func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) {
        try await base.rehearse(identifier, now: now, storing: content)
    }

    private final class MadeContent: Sendable {
        private let made = Mutex<UploadContent?>(nil)

        var content: UploadContent? { made.withLock { $0 } }

        func keep(_ content: UploadContent) -> UploadContent {
            made.withLock { $0 = content }
            return content
        }
    }
}
