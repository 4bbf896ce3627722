package import CoronaWarnAPI
package import CoronaWarnPorts
package import DiagnosisKeyStores
package import ExposurePrimitives
package import Logging
import ServiceKit

/// An upload that asks to use its TAN.
package struct TANUpload: Sendable {
    let tan: TAN
    let body: [UInt8]
    let now: UnixTime

    package init(tan: TAN, body: [UInt8], now: UnixTime) {
        self.tan = tan
        self.body = body
        self.now = now
    }

    /// See `TAN.fingerprint(of:)`.
    var fingerprint: [UInt8] { tan.fingerprint(of: body) }
}

/// Stores the keys of an upload and uses its TAN up: both, or neither.
package protocol TANUploads: Sendable {
    /// - Returns: true once the keys are stored, also for the same upload sent again. False if the TAN does not permit
    ///   the upload.
    func accept(_ upload: TANUpload, storing content: UploadContent) async throws -> Bool

    /// Does the work of ``accept(_:storing:)`` for a TAN that nobody has, and takes it back before the commit.
    func rehearse(_ upload: TANUpload, storing content: UploadContent) async throws
}

/// Uploads where TANs and keys are in one database: one transaction does both.
package struct SharedDatabaseUploads: TANUploads {
    private let uploads: any UploadStore<TANClaim, ValidTAN>

    package init(_ uploads: any UploadStore<TANClaim, ValidTAN>) {
        self.uploads = uploads
    }

    package func accept(_ upload: TANUpload, storing content: UploadContent) async throws -> Bool {
        try await uploads.consume(claim(of: upload), now: upload.now) { _ in content }
    }

    package func rehearse(_ upload: TANUpload, storing content: UploadContent) async throws {
        try await uploads.rehearse(claim(of: upload), now: upload.now) { _ in content }
    }

    private func claim(of upload: TANUpload) -> TANClaim {
        TANClaim(tan: upload.tan.digest, upload: upload.fingerprint)
    }
}

/// Uploads where another service has the TANs: it reserves the TAN, then the keys are stored, then it is told so.
package struct ReservedUploads: TANUploads {
    private let authority: any TANReservationAuthority
    private let uploads: any UploadStore<ReservedUpload, ValidTAN>
    private let logger: Logger

    package init(
        authority: any TANReservationAuthority,
        uploads: any UploadStore<ReservedUpload, ValidTAN>,
        logger: Logger
    ) {
        self.authority = authority
        self.uploads = uploads
        self.logger = logger
    }

    package func accept(_ upload: TANUpload, storing content: UploadContent) async throws -> Bool {
        let request = TANReservationRequest(tan: upload.tan, upload: upload.body)
        guard let reservation = try await authority.reserve(request) else {
            // The refusal takes as long as an accepted upload.
            try await rehearseStoring(upload, content)
            return false
        }
        let isStored = try await uploads.consume(mark(of: upload), now: upload.now) { _ in content }
        guard isStored else {
            return false
        }
        do {
            _ = try await authority.confirm(reservation)
        } catch {
            // The keys are stored, and the phone must not be told otherwise. An open reservation counts as a use.
            logger.record(SubmissionEvent.unconfirmed)
        }
        return true
    }

    package func rehearse(_ upload: TANUpload, storing content: UploadContent) async throws {
        _ = try await authority.reserve(TANReservationRequest(tan: upload.tan, upload: upload.body))
        try await rehearseStoring(upload, content)
    }

    private func rehearseStoring(_ upload: TANUpload, _ content: UploadContent) async throws {
        try await uploads.rehearse(mark(of: upload), now: upload.now) { _ in content }
        var generator = SystemRandomNumberGenerator()
        _ = try? await authority.confirm(TANReservation(Bytes16.random(using: &generator)))
    }

    private func mark(of upload: TANUpload) -> ReservedUpload {
        ReservedUpload(mark: upload.fingerprint, expiry: upload.now.advanced(bySeconds: Self.memory))
    }

    /// Seconds for which the same upload is known here. The reservation, which is asked for first, may end earlier.
    static let memory: Int64 = UnixTime.secondsPerDay
}
