import CoronaWarnAPI
import DiagnosisKeyStores
import ExposurePrimitives
import Synchronization
@testable import CoronaWarnSubmission

/// The reference for uploads with a TAN. It can have one planted fault.
final class InMemoryTANUploads: TANUploads {
    /// A mistake that the checks must find.
    enum Fault: Sendable, CaseIterable {
        case acceptsUnknownTANs
        case acceptsEvents
        case usesTANsAgain
        case refusesTheSameUpload
        case storesTheSameUploadTwice
        case storesRehearsals
        case makesTANsOfRehearsalsValid
    }

    private struct State {
        var tans: [CredentialDigest: TeleTANKind?] = [:]
        var used: [CredentialDigest: [UInt8]] = [:]
        var keyCount = 0
    }

    private let state = Mutex(State())
    private let fault: Fault?

    init(fault: Fault? = nil) {
        self.fault = fault
    }

    func add(_ tan: TAN, from teleTAN: TeleTANKind?) {
        state.withLock { $0.tans[tan.digest] = .some(teleTAN) }
    }

    var keyCount: Int { state.withLock { $0.keyCount } }

    func accept(_ upload: TANUpload, storing content: UploadContent) async throws -> Bool {
        let (tan, fingerprint) = (upload.tan.digest, upload.fingerprint)
        return state.withLock { state in
            if let earlier = state.used[tan], fault != .usesTANsAgain {
                let isSame = earlier == fingerprint && fault != .refusesTheSameUpload
                if isSame, fault == .storesTheSameUploadTwice {
                    state.keyCount += content.keys.count
                }
                return isSame
            }
            guard let teleTAN = state.tans[tan] ?? (fault == .acceptsUnknownTANs ? .some(nil) : nil),
                teleTAN != .event || fault == .acceptsEvents
            else {
                return false
            }
            state.used[tan] = fingerprint
            state.keyCount += content.keys.count
            return true
        }
    }

    func rehearse(_ upload: TANUpload, storing content: UploadContent) async throws {
        state.withLock { state in
            if fault == .storesRehearsals {
                state.keyCount += content.keys.count
            }
            if fault == .makesTANsOfRehearsalsValid {
                state.tans[upload.tan.digest] = .some(nil)
            }
        }
    }
}
