import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import LaboratoryFiles
import Localisation
import PortalSections
import ServiceKit
import WebPages
import WireFormat

extension LaboratorySection {
    /// Sends the result that the operator typed or scanned.
    func sendOne(_ request: SectionRequest) async throws -> SectionAnswer {
        let laboratory = try laboratory(of: request)
        let entry = ResultEntry(request.fields, now: clock.now())
        func form(_ notice: any LocalisedText, _ problem: LineProblem? = nil, status: Int) -> SectionAnswer {
            let forms = LaboratoryForms(laboratory: laboratory, entry: entry, problem: problem)
            return .page(request.parts.laboratoryForms(forms, notice: notice), status: status)
        }
        switch entry.result {
        case .failure(let bad): return form(LaboratoryText.nothingSent, bad.problem, status: 422)
        case .success(let result):
            do {
                let sent = try await send([NumberedResult(line: 1, result: result)], request)
                guard let problem = sent.refused.first?.value else {
                    return .redirect(.page("/portal/laboratory", query: [Self.storedMark: "1"]))
                }
                return form(LineProblemText(problem), status: 409)
            } catch let refusal as SectionRefusal {
                throw refusal
            } catch {
                logger.recordFailure(of: "/portal/laboratory", FailureCause(error))
                return form(LaboratoryText.unavailable, status: 503)
            }
        }
    }

    /// Shows what is in a file, and sends nothing.
    func preview(_ request: SectionRequest) throws -> SectionAnswer {
        let laboratory = try laboratory(of: request)
        let fields = request.fields
        func form(_ fault: any LocalisedText) -> SectionAnswer {
            let forms = LaboratoryForms(laboratory: laboratory, fileFault: fault)
            return .page(request.parts.laboratoryForms(forms, notice: LaboratoryText.nothingSent), status: 422)
        }
        let bytes = fields?.file("file") ?? []
        guard !bytes.isEmpty else {
            return form(LaboratoryText.fileMissing)
        }
        let kind = TestKind(fileName: fields?["kind"] ?? "") ?? .pcr
        let file: ResultFile
        do throws(ResultFileError) {
            file = try ResultFile(parsing: bytes, kind: kind, now: clock.now())
        } catch {
            switch error {
            case .noColumns: return form(LaboratoryText.noColumns)
            case .tooLarge, .tooManyLines: return form(LaboratoryPhrase.tooManyLines(max: "\(Self.maxResults)"))
            }
        }
        guard file.lines.count <= Self.maxResults else {
            return form(LaboratoryPhrase.tooManyLines(max: "\(Self.maxResults)"))
        }
        guard !file.lines.isEmpty else {
            return form(LaboratoryText.fileEmpty)
        }
        let preview = ResultPreview(laboratory: laboratory, good: file.good, problems: file.problems)
        return .page(request.parts.preview(preview), status: file.problems.isEmpty ? 200 : 422)
    }

    /// Sends the results that a preview showed.
    func send(_ request: SectionRequest) async throws -> SectionAnswer {
        let laboratory = try laboratory(of: request)
        let carried = CarriedResults.results(
            in: request.fields?[ResultPreview.resultsField] ?? "",
            maxCount: Self.maxResults
        )
        guard let carried else {
            throw SectionRefusal(LaboratoryText.carriedUnreadable, status: 400)
        }
        do {
            let sent = try await send(carried, request)
            let status = sent.refused.isEmpty ? 200 : 409
            return .page(request.parts.sent(sent, laboratory: laboratory), status: status)
        } catch let refusal as SectionRefusal {
            throw refusal
        } catch {
            logger.recordFailure(of: "/portal/laboratory/send", FailureCause(error))
            let preview = ResultPreview(laboratory: laboratory, good: carried, problems: [:])
            return .page(request.parts.preview(preview, notice: LaboratoryText.unavailable), status: 503)
        }
    }

    /// Sends results in messages, each of which is stored whole or not at all. The same results again change nothing.
    private func send(_ results: [NumberedResult], _ request: SectionRequest) async throws -> SentResults {
        let laboratory = try laboratory(of: request)
        try await request.session.note(.resultsSending)
        var sent = SentResults()
        for message in ResultMessage.messages(of: results, maxCount: CoronaWarnLimits.resultCount) {
            guard let batch = message.batch else {
                sent.refuse(Set(message.results.map(\.line)), of: message, as: .refused)
                continue
            }
            switch try await laboratories.store(batch, from: laboratory) {
            case .stored: sent.stored += message.results.count
            case .refused(let places): sent.refuse(message.lines(at: places), of: message, as: .conflict)
            case nil:
                try await request.session.note(.resultsRefused)
                throw SectionRefusal(LaboratoryText.revoked, status: 403)
            }
        }
        try await request.session.note(sent.refused.isEmpty ? .resultsStored : .resultsRefused)
        return sent
    }

    /// The results of one file, as many as one message has.
    static let maxResults = CoronaWarnLimits.resultCount
}
