import ArgumentParser
import Foundation
import HTTPTransport
import LaboratoryClient
import LaboratoryFiles
import PhonePorts
import ServiceKit
import WireFormat

extension LabCommand.Send {
    func send() async throws {
        guard let server = serverOptions.server, let path = watch ?? file else {
            return
        }
        let (read, key) = (try fileOptions.reader(), try serverOptions.key())
        let isWatch = watch != nil
        let folder = isWatch ? URL(fileURLWithPath: path) : URL(fileURLWithPath: path).deletingLastPathComponent()
        let client = try LaboratorySession(results: folder, state: state, server: server)
        let exchange = try serverOptions.exchange(with: server)
        let sender = ResultSender(
            exchange: exchange,
            key: key,
            options: senderOptions,
            steps: CrashPoint.observer,
            pause: Self.wait
        )
        do {
            if isWatch {
                try await watchFolder(folder, client, sender, read)
            } else {
                try await sendFile(URL(fileURLWithPath: path), client, sender, read)
            }
        } catch {
            try? await exchange.shutDown()
            throw error is PhoneStorageError ? LaboratorySession.journalFailure : error
        }
        try await exchange.shutDown()
    }

    private var senderOptions: ResultSender.Options {
        var options = ResultSender.Options()
        options.laboratoryID = laboratoryName?.identifier
        options.messageSize = batchSize
        options.skipsBadLines = skipBadLines
        options.patience = watch == nil ? Int64(patience) : .max
        return options
    }

    private func sendFile(
        _ file: URL,
        _ session: LaboratorySession,
        _ sender: ResultSender,
        _ read: (URL) throws -> ResultFile
    ) async throws {
        let content = try read(file)
        if !json {
            Terminal.complain(content.summary)
        }
        var journal = try session.journal()
        let bar = SendProgressLine()
        defer {
            bar.clear()
        }
        let report = try await sender.send(content, journal: &journal, progress: bar.show)
        bar.clear()
        tell(report)
        guard report.isComplete else {
            throw Failure("\(report.summary): correct the bad lines, or give --skip-bad-lines")
        }
        guard report.problems.isEmpty else {
            throw ExitCode(2)
        }
    }

    private func tell(_ report: SendReport) {
        guard !json else {
            Terminal.say(report.facts.line)
            return
        }
        for (line, problem) in report.problems.sorted(by: { $0.key < $1.key }) {
            Terminal.complain("line \(line): \(problem)")
        }
        if report.isComplete {
            Terminal.say(report.summary)
        }
    }

    private func watchFolder(
        _ folder: URL,
        _ session: LaboratorySession,
        _ sender: ResultSender,
        _ read: @escaping @Sendable (URL) throws -> ResultFile
    ) async throws {
        var watch = FolderWatch(
            folder: try ResultFolder(folder, steps: CrashPoint.observer),
            sender: sender,
            deletesSent: deleteSent,
            read: read
        )
        let bar = SendProgressLine()
        Terminal.complain("watching; Ctrl-C ends it")
        var journal = try session.journal()
        while true {
            if !journal.isCurrent(at: SystemWallClock().now()) {
                journal = try session.journal()
            }
            try await watch.look(journal: &journal, progress: bar.show) { outcome in
                bar.clear()
                let facts: JSONValue = [
                    "file": .string(outcome.file), "outcome": .string(outcome.destination.rawValue),
                    "report": outcome.facts,
                ]
                Terminal.say(json ? facts.line : "\(outcome.file): \(outcome.destination.rawValue), \(outcome.summary)")
            }
            try await Self.wait(Self.interval)
        }
    }

    /// Waits for seconds on a timer that a changed calendar does not move.
    private static func wait(_ seconds: Int64) async throws {
        try await SystemMonotonicClock().sleep(until: .seconds(seconds))
    }

    /// Seconds between two looks at a folder.
    private static let interval: Int64 = 1
}
