import AttestationVerifiers
import DeviceAttestation
import Foundation
import Logging
import ServiceKit
import Synchronization

/// Key attestation with the current list of revoked keys: a new list in the file applies from the next request on.
final class ReloadingKeyAttestation: AttestationVerifier {
    private let path: String
    private let logger: Logger
    private let verifier: @Sendable (RevokedSerials) -> KeyAttestation
    private let loaded: Mutex<Loaded>

    private struct Loaded {
        var stamp: FileStamp?
        var verifier: KeyAttestation
    }

    /// - Parameter verifier: makes the verifier for a list.
    /// - Throws: `AttestationSetupError` if the file cannot be used at the start.
    init(
        revokedFile path: String,
        logger: Logger,
        verifier: @escaping @Sendable (RevokedSerials) -> KeyAttestation
    ) throws(AttestationSetupError) {
        self.path = path
        self.logger = logger
        self.verifier = verifier
        // The stamp is read before the content, so the next request sees a change in between.
        let stamp = FileStamp(path)
        loaded = Mutex(Loaded(stamp: stamp, verifier: verifier(try AttestationFiles.revokedSerials(path))))
    }

    func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        await current().decide(evidence, boundTo: binding)
    }

    /// The verifier for the current file. If the file cannot be used, the list before it stays in force.
    private func current() -> KeyAttestation {
        loaded.withLock { loaded in
            let stamp = FileStamp(path)
            guard stamp != loaded.stamp else {
                return loaded.verifier
            }
            loaded.stamp = stamp
            do throws(AttestationSetupError) {
                loaded.verifier = verifier(try AttestationFiles.revokedSerials(path))
            } catch {
                logger.record(AttestationSetupEvent.revokedKeysUnusable(error))
            }
            return loaded.verifier
        }
    }
}

/// The attributes of a file that change with its content.
private struct FileStamp: Equatable {
    private let number: Int?
    private let modified: Date?
    private let size: Int?

    /// Nil if there is no such file.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else {
            return nil
        }
        number = attributes[.systemFileNumber] as? Int
        modified = attributes[.modificationDate] as? Date
        size = attributes[.size] as? Int
    }
}
