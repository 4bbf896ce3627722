import AndroidAttestation
import DeviceAttestation
import Foundation
import Logging
import ServiceKit
import Synchronization

/// Key attestation by the list of revoked keys as its file has it now: a new list counts from the next request on.
final class ReloadingKeyAttestation: AttestationVerifier {
    private let path: String
    private let logger: Logger
    private let verifier: @Sendable (RevokedSerials) -> KeyAttestation
    private let loaded: Mutex<Loaded>

    private struct Loaded {
        var stamp: FileStamp?
        var verifier: KeyAttestation
    }

    /// - Parameter verifier: makes what decides by a list.
    /// - Throws: `ImmuniAssemblyError` where the file is of no use at the start.
    init(
        revokedFile path: String,
        logger: Logger,
        verifier: @escaping @Sendable (RevokedSerials) -> KeyAttestation
    ) throws(ImmuniAssemblyError) {
        self.path = path
        self.logger = logger
        self.verifier = verifier
        // Before the content, so that a change in between is seen at the next request.
        let stamp = FileStamp(path)
        loaded = Mutex(Loaded(stamp: stamp, verifier: verifier(try AttestationFiles.revokedSerials(path))))
    }

    func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        await current().decide(evidence, boundTo: binding)
    }

    /// A file that cannot be used leaves the list before it in force.
    private func current() -> KeyAttestation {
        loaded.withLock { loaded in
            let stamp = FileStamp(path)
            guard stamp != loaded.stamp else {
                return loaded.verifier
            }
            loaded.stamp = stamp
            do throws(ImmuniAssemblyError) {
                loaded.verifier = verifier(try AttestationFiles.revokedSerials(path))
            } catch {
                logger.record(ImmuniAssemblyEvent.revokedKeysUnusable(error))
            }
            return loaded.verifier
        }
    }
}

/// What changes when a file does.
private struct FileStamp: Equatable {
    private let number: Int?
    private let modified: Date?
    private let size: Int?

    /// Nil where there is no such file.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return nil
        }
        number = attributes[.systemFileNumber] as? Int
        modified = attributes[.modificationDate] as? Date
        size = attributes[.size] as? Int
    }
}
