import ExposurePrimitives
import FileStorage
import Foundation
import LaboratoryClient
import ServiceKit
import WireFormat

/// The folder in which a laboratory's client remembers what it sent. One process uses it at a time.
struct LaboratorySession {
    private let storage: FilePhoneStorage
    private let claim: FolderClaim
    private let server: ServerURL

    /// - Parameters:
    ///   - results: the folder of the results, which must exist.
    ///   - state: the folder of the journal; by default it is in `results`.
    init(results: URL, state: String?, server: ServerURL) throws {
        guard (try? results.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true else {
            throw Failure("the folder \(results.path) cannot be read")
        }
        let path = state.map { URL(fileURLWithPath: $0) } ?? results.appending(path: Self.name)
        do {
            storage = try FilePhoneStorage(folder: path)
        } catch {
            throw Failure("the folder \(path.path) cannot be written")
        }
        do throws(FileError) {
            claim = try FolderClaim(folder: path)
        } catch .exists {
            throw Failure("another avviso lab send works in the folder \(path.path)")
        } catch {
            throw Failure(error.description)
        }
        self.server = server
    }

    /// What was sent until now.
    func journal() throws -> SentJournal {
        do {
            return try SentJournal(storage: storage, server: server.text, now: SystemWallClock().now())
        } catch {
            throw Self.journalFailure
        }
    }

    static let journalFailure = Failure("what was sent cannot be remembered: is the disk full?")
    private static let name = ".avviso-lab"
}
