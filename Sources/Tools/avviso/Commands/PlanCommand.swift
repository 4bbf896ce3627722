import ArgumentParser
import LoadModel
import WireFormat

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Work out a country's requests, bandwidth, storage and processes.",
        discussion: """
            The defaults are those of the published design for 60 million phones, and what one process serves on our \
            small machine. Every number can be replaced. docs/capacity.md explains each one, and what the plan leaves \
            out.

            Examples:
              avviso plan --phones 60e6 --cases-per-day 2000
              avviso plan --phones 5e6 --cases-per-day 300 --cdn-share 0.99 --json
            """
    )

    @Option(help: "Phones with the app.") var phones = CapacityQuestion().phones
    @Option(help: "The share of phones that ask the server on a day, from 0 to 1.")
    var activeShare = CapacityQuestion().activeShare
    @Option(help: "Uploads with keys in a day.") var casesPerDay = CapacityQuestion().casesPerDay
    @Option(help: "Keys of one upload.") var keysPerCase = CapacityQuestion().keysPerCase
    @Option(help: "Bytes of a key in a published file.") var bytesPerKey = CapacityQuestion().bytesPerKey
    @Option(help: "What headers and requests add to the keys, as a share of them.")
    var overhead = CapacityQuestion().overhead
    @Option(help: "Downloads of a phone in a day.") var downloadsPerDay = CapacityQuestion().downloadsPerDay
    @Option(help: "Invented uploads of a phone in a day.") var coverPerDay = CapacityQuestion().coverPerDay
    @Option(help: "Bytes of an upload with its headers.") var bytesPerUpload = CapacityQuestion().bytesPerUpload
    @Option(help: "The busiest second by the mean over a day.") var peak = CapacityQuestion().peak
    @Option(help: "Days for which keys stay on offer.") var retentionDays = CapacityQuestion().retentionDays
    @Option(help: "Downloads that one process answers in a second.")
    var downloadsPerProcess = CapacityQuestion().downloadsPerProcess
    @Option(help: "Uploads that one process stores in a second.")
    var uploadsPerProcess = CapacityQuestion().uploadsPerProcess
    @Option(help: "The share of downloads that a CDN answers, from 0 to 1.") var cdnShare = CapacityQuestion().cdnShare
    @Flag(help: "Print one JSON object, for programs.") var json = false

    private var question: CapacityQuestion {
        var question = CapacityQuestion()
        (question.phones, question.activeShare) = (phones, activeShare)
        (question.casesPerDay, question.keysPerCase, question.bytesPerKey) = (casesPerDay, keysPerCase, bytesPerKey)
        (question.overhead, question.downloadsPerDay) = (overhead, downloadsPerDay)
        (question.coverPerDay, question.bytesPerUpload) = (coverPerDay, bytesPerUpload)
        (question.peak, question.retentionDays, question.cdnShare) = (peak, retentionDays, cdnShare)
        (question.downloadsPerProcess, question.uploadsPerProcess) = (downloadsPerProcess, uploadsPerProcess)
        return question
    }

    func validate() throws {
        do {
            _ = try CapacityPlan(question)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    func run() throws {
        let lines = Self.lines(try CapacityPlan(question).answer)
        guard !json else {
            let object = JSONValue.object(lines.map { JSONValue.Member(name: $0.name, value: .number("\($0.value)")) })
            return Terminal.say(object.line)
        }
        let rows = lines.map { [$0.title, $0.text, $0.source] }
        Terminal.say(String(TextTable.lines([["what", "how much", "from"]] + rows).dropLast()))
    }

    private struct Line {
        let name: String
        let title: String
        let value: Double
        let text: String
        let source: String
    }

    private static func lines(_ answer: CapacityAnswer) -> [Line] {
        func count(_ name: String, _ title: String, _ value: Double, _ source: String) -> Line {
            Line(name: name, title: title, value: value, text: CapacityNumber.short(value), source: source)
        }
        func bytes(_ name: String, _ title: String, _ value: Double, _ source: String) -> Line {
            Line(name: name, title: title, value: value, text: CapacityNumber.bytes(value), source: source)
        }
        return [
            count("active_phones", "phones that ask on a day", answer.activePhones, "phones, active-share"),
            bytes("bytes_per_phone", "downloads of a phone in a day", answer.bytesPerPhone, "cases, keys, overhead"),
            bytes("downloaded_bytes", "downloads of all in a day", answer.downloadedBytes, "the two above"),
            count("downloads", "download requests in a day", answer.downloads, "downloads-per-day"),
            count("sessions_per_second", "sessions a second, mean", answer.sessionsPerSecond, "one for each request"),
            count("uploads", "uploads in a day, invented ones too", answer.uploads, "cases, cover-per-day"),
            bytes("uploaded_bytes", "bytes of uploads in a day", answer.uploadedBytes, "bytes-per-upload"),
            count("stored_keys", "keys on offer", answer.storedKeys, "retention-days"),
            bytes("published_bytes", "published files", answer.publishedBytes, "bytes-per-key"),
            count("rows_per_day", "rows written in a day", answer.rowsPerDay, "right, keys, entry for analytics"),
            count("peak_downloads", "downloads in the busiest second", answer.peakDownloads, "peak, cdn-share"),
            count("peak_uploads", "transactions in the busiest second", answer.peakUploads, "peak"),
            count("processes", "processes", answer.processes, "measured: docs/measurements.md"),
        ]
    }
}
