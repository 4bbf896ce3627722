package import FileStorage
package import Foundation
package import Persistence
package import WireFormat

/// A folder into which a laboratory's system drops files of results.
///
/// A file is first moved to `working`, so a new file of the same name is never taken for it, and at the end to its
/// destination. Each move is one step, so a crash leaves a file in one place. The next run finds its results in the
/// journal.
package struct ResultFolder {
    private let folder: URL
    private let steps: any StepObserver

    /// Where a file goes.
    package enum Destination: String, CaseIterable, Sendable {
        case working
        case sent
        case refused
    }

    /// A file that waits, and the state in which it was found.
    package struct Waiting: Hashable, Sendable {
        package let name: String
        let size: UInt64
        let modified: TimeInterval
        let number: UInt64
    }

    /// Makes the folders of the destinations, and deletes the reports that a crash left unfinished.
    package init(_ folder: URL, steps: any StepObserver = NoStepObserver()) throws(FileError) {
        (self.folder, self.steps) = (folder, steps)
        for destination in Destination.allCases {
            let path = folder.appending(path: destination.rawValue)
            do {
                try FileManager.default.createDirectory(
                    at: path,
                    withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                try Self.deleteUnfinished(in: path)
            } catch {
                throw .cannotWrite(path.path)
            }
        }
    }

    private static func deleteUnfinished(in folder: URL) throws(FileError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw .unreadable(folder.path)
        }
        for name in names where name.hasPrefix(DurableFile.unfinishedPrefix) {
            try DurableFile.remove(folder.appending(path: name))
        }
    }

    /// The plain files `*.csv`, the oldest first. Names that begin with a full stop are unfinished.
    package func waiting() throws(FileError) -> [Waiting] {
        try names(in: folder).filter { $0.lowercased().hasSuffix(".csv") }
            .compactMap(state)
            .sorted { ($0.modified, $0.name) < ($1.modified, $1.name) }
    }

    /// The names of the files that an earlier run began with.
    package func begun() throws(FileError) -> [String] {
        try names(in: path(.working)).sorted()
    }

    private func names(in folder: URL) throws(FileError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
        } catch {
            throw .unreadable(folder.path)
        }
    }

    private func path(_ destination: Destination) -> URL {
        folder.appending(path: destination.rawValue)
    }

    /// The state of a plain file; nil for anything else, and for a file that is gone.
    private func state(_ name: String) -> Waiting? {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path(name).path),
            facts[.type] as? FileAttributeType == .typeRegular, let size = facts[.size] as? NSNumber,
            let modified = facts[.modificationDate] as? Date, let number = facts[.systemFileNumber] as? NSNumber
        else {
            return nil
        }
        return Waiting(
            name: name,
            size: size.uint64Value,
            modified: modified.timeIntervalSince1970,
            number: number.uint64Value
        )
    }

    /// Moves a waiting file to `working`.
    ///
    /// - Returns: its name there.
    package func take(_ file: Waiting) throws(FileError) -> String {
        let target = freeTarget(for: file.name, in: .working)
        try move(path(file.name), to: target)
        steps.reached(.fileTaken)
        return target.lastPathComponent
    }

    /// The path of a file that was taken.
    package func workingPath(_ name: String) -> URL {
        path(.working).appending(path: name)
    }

    /// Writes the report about a taken file into its destination, and moves the file there.
    package func finish(_ name: String, to destination: Destination, report: JSONValue) throws(FileError) {
        try move(workingPath(name), to: write(report, to: freeTarget(for: name, in: destination)))
    }

    /// Writes the report about a taken file, and deletes the file. The reports of earlier files of this name stay.
    package func discard(_ name: String, report: JSONValue) throws(FileError) {
        _ = try write(report, to: freeTarget(for: name, in: .sent, withoutReport: true))
        do throws(FileError) {
            try DurableFile.remove(workingPath(name))
        } catch {
            throw .cannotWrite(path(.working).path)
        }
    }

    /// Writes the report about a file that is to have the path `target`, and returns `target`.
    private func write(_ report: JSONValue, to target: URL) throws(FileError) -> URL {
        do throws(FileError) {
            try DurableFile.replace(target.appendingPathExtension(Self.reportType), content: Data(report.encoded))
        } catch {
            throw .cannotWrite(target.deletingLastPathComponent().path)
        }
        steps.reached(.reportWritten)
        return target
    }

    private func path(_ name: String) -> URL { folder.appending(path: name) }

    /// - Throws: an error that names the folder alone, because some systems name files after codes.
    private func move(_ file: URL, to target: URL) throws(FileError) {
        let destination = target.deletingLastPathComponent().path
        // SAFETY: rename(2) reads the paths, which Swift keeps alive for the call.
        guard unsafe rename(file.path, target.path) == 0 else {
            throw .cannotWrite(destination)
        }
        do {
            try DurableFile.syncFolder(of: target)
            try DurableFile.syncFolder(of: file)
        } catch {
            throw .cannotWrite(destination)
        }
    }

    /// A path that no earlier file has: `day.csv`, `day.2.csv` and so on. A long name loses its end, so that the name
    /// of its report is not too long for the file system.
    ///
    /// - Parameter withoutReport: whether there must be no report of an earlier file with this name either. Otherwise
    ///   the report of a file that a crash kept from its move is replaced.
    private func freeTarget(for name: String, in destination: Destination, withoutReport: Bool = false) -> URL {
        let wanted = path(destination).appending(path: name)
        let type = wanted.pathExtension
        let stem = Self.shortened(wanted.deletingPathExtension().lastPathComponent)
        var (target, number) = (path(destination).appending(path: "\(stem).\(type)"), 2)
        while exists(target) || withoutReport && exists(target.appendingPathExtension(Self.reportType)) {
            target = path(destination).appending(path: "\(stem).\(number).\(type)")
            number += 1
        }
        return target
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    private static func shortened(_ stem: String) -> String {
        var kept = stem
        while kept.utf8.count > maxStem {
            kept.removeLast()
        }
        return kept
    }

    private static let reportType = "report.json"
    /// In bytes. A name has at most 255 of them, the number, the type and the report's type included.
    private static let maxStem = 200
}
