import DurableFiles
import ExposurePrimitives
import Foundation
import LaboratoryClient
import PhoneFiles
import PhonePorts
import ServiceKit

/// The folder in which a laboratory's client remembers what it sent. One process uses it at a time.
struct LaboratorySession {
    private let storage: FilePhoneStorage
    private let claim: FolderClaim
    private let server: ServerURL

    /// - Parameter folder: the folder of the results.
    init(folder: URL, server: ServerURL) throws {
        guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true else {
            throw Failure("the folder \(folder.path) cannot be read")
        }
        let path = folder.appending(path: Self.name)
        do {
            storage = try FilePhoneStorage(folder: path)
        } catch {
            throw Failure("the folder \(path.path) cannot be written")
        }
        do throws(FileError) {
            claim = try FolderClaim(folder: path)
        } catch .exists {
            throw Failure("another avviso lab send works in this folder")
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

    static let journalFailure = Failure("the folder \(name) cannot be read or written: is the disk full?")
    private static let name = ".avviso-lab"
}
