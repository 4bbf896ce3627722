package import Foundation
package import LaboratoryFiles
package import WireFormat

/// Sends the files that appear in a folder.
///
/// A file is taken at the second look that finds it unchanged, so a file that is still being written waits.
package struct FolderWatch {
    private let folder: ResultFolder
    private let sender: ResultSender
    private let read: @Sendable (URL) throws -> ResultFile
    private let deletesSent: Bool
    private var seen: Set<ResultFolder.Waiting> = []

    /// - Parameters:
    ///   - read: reads a file. It throws a `ResultFileError` for a file that is none of results.
    ///   - deletesSent: whether a file is deleted when it is sent, and not moved.
    package init(
        folder: ResultFolder,
        sender: ResultSender,
        deletesSent: Bool,
        read: @escaping @Sendable (URL) throws -> ResultFile
    ) {
        (self.folder, self.sender, self.deletesSent, self.read) = (folder, sender, deletesSent, read)
    }

    /// The outcome for one file.
    package struct Outcome {
        /// The name without a code.
        package let file: String
        package let destination: ResultFolder.Destination
        package let facts: JSONValue
        package let summary: String
    }

    /// Looks once, and sends what has not changed since the last look.
    ///
    /// - Throws: what `ResultSender` throws, and a `FileError` if a file cannot be moved. The file then stays.
    package mutating func look(
        journal: inout SentJournal,
        progress: (SendProgress) -> Void,
        ended: (Outcome) -> Void
    ) async throws {
        let found = Set(try folder.waiting())
        let settled = seen.intersection(found)
        seen = found
        for name in try folder.begun() {
            ended(try await process(name, &journal, progress))
        }
        for file in try folder.waiting() where settled.contains(file) {
            ended(try await process(try folder.take(file), &journal, progress))
        }
    }

    private func process(
        _ file: String,
        _ journal: inout SentJournal,
        _ progress: (SendProgress) -> Void
    ) async throws -> Outcome {
        let report: SendReport
        do {
            let content = try read(folder.workingPath(file))
            report = try await sender.send(content, journal: &journal, progress: progress)
        } catch let error as ResultFileError {
            return try refuse(file, error.description)
        } catch let error as SendFailure where error.isOfMessage {
            // The next file may be better, and this one would end every further run.
            return try refuse(file, error.description)
        }
        let isSent = report.isComplete && (report.problems.isEmpty || report.sent + report.sentBefore > 0)
        return try finish(file, isSent ? .sent : .refused, report.facts, report.summary)
    }

    private func refuse(_ file: String, _ problem: String) throws -> Outcome {
        try finish(file, .refused, ["problem": .string(problem)], problem)
    }

    private func finish(
        _ file: String,
        _ destination: ResultFolder.Destination,
        _ facts: JSONValue,
        _ summary: String
    ) throws -> Outcome {
        if deletesSent && destination == .sent {
            try folder.discard(file, report: facts)
        } else {
            try folder.finish(file, to: destination, report: facts)
        }
        return Outcome(file: FileLabel.text(file), destination: destination, facts: facts, summary: summary)
    }
}
