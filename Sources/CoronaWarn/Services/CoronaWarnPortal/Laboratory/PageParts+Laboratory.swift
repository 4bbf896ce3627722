import CoronaWarnAPI
import LaboratoryFiles
import Localisation
import PortalSections
import WebPages

extension PageParts {
    /// The form for one result, and the form for a file.
    func laboratoryForms(_ shown: LaboratoryForms, notice text: (any LocalisedText)? = nil) -> SectionContent {
        SectionContent(LaboratoryText.title) {
            Tag.h1 { say(LaboratoryText.title) }
            laboratoryHead(shown.laboratory)
            if let text {
                notice(text)
            } else if shown.isStored {
                notice(LaboratoryText.stored, isGood: true)
            }
            Tag.h2 { say(LaboratoryText.one) }
            form(to: .page("/portal/laboratory")) {
                entryFields(shown)
                Tag.div(.class("actions")) { Tag.button { say(LaboratoryText.send) } }
            }
            Tag.h2 { say(LaboratoryText.file) }
            form(to: .page("/portal/laboratory/file"), hasFile: true) {
                choice("kind", id: "file-kind", LaboratoryText.fileKind, Self.kinds, selected: "pcr")
                field(
                    "file",
                    LaboratoryText.fileField,
                    [.type("file"), .accept(".csv,text/csv")],
                    hint: LaboratoryPhrase.fileHint(max: "\(LaboratorySection.maxResults)"),
                    fault: shown.fileFault
                )
                Tag.div(.class("actions")) { Tag.button(.class("second")) { say(LaboratoryText.preview) } }
            }
        }
    }

    func laboratoryHead(_ laboratory: String) -> HTML {
        Tag.p {
            Tag.strong { say(LaboratoryText.laboratory) }
            " "
            Tag.span(.data("name", "laboratory")) { laboratory }
            " · "
            Tag.a(.href(.page("/portal/laboratory/keys"))) { say(KeyText.title) }
        }
    }

    @HTMLBuilder private func entryFields(_ shown: LaboratoryForms) -> [HTML] {
        let entry = shown.entry
        choice("kind", LaboratoryText.kind, Self.kinds, selected: entry?.kind.fileName ?? "pcr")
        field(
            "code",
            LaboratoryText.code,
            [
                .value(entry?.code ?? ""), .autocomplete("off"), .autocapitalize("none"), .noSpellcheck,
                .maxlength(TestCode.maxScannedLength),
            ] + (shown.isStored || entry != nil ? [] : [.autofocus]),
            hint: LaboratoryText.codeHint,
            fault: shown.fault(among: [.code, .rapidCode])
        )
        choice("result", LaboratoryText.result, Self.outcomes, selected: entry?.outcome ?? "")
        if let fault = shown.fault(among: [.result]) {
            Tag.p(.class("fault")) { say(fault) }
        }
        field(
            "birth-date",
            LaboratoryText.birthDate,
            [.type("date"), .value(entry?.birthDate ?? ""), .autocomplete("off")],
            isRequired: false,
            hint: LaboratoryText.birthDateHint,
            fault: shown.fault(among: [.birthDate, .birthDateOfRapidTest])
        )
    }

    private static let kinds: [(value: String, text: any LocalisedText)] = TestKind.allCases.map {
        ($0.fileName, $0.name)
    }

    /// Nothing is chosen at first, so no result is sent that nobody chose.
    private static let outcomes: [(value: String, text: any LocalisedText)] =
        [("", LaboratoryText.chooseResult)]
        + [TestOutcome.negative, .positive, .invalid, .pending].map { ($0.word, $0.name) }
}

// MARK: - Files

extension PageParts {
    /// The content of a file, and the button that sends it.
    func preview(_ shown: ResultPreview, notice text: (any LocalisedText)? = nil) -> SectionContent {
        SectionContent(LaboratoryText.previewTitle) {
            Tag.h1 { say(LaboratoryText.previewTitle) }
            laboratoryHead(shown.laboratory)
            if let text {
                notice(text)
            } else if shown.problems.isEmpty {
                notice(LaboratoryText.previewGood, isGood: true)
            } else {
                notice(LaboratoryPhrase.badLines(count: "\(shown.problems.count)"))
            }
            countTable(shown)
            problemTable(shown.problems)
            sendForm(shown.good, isRest: !shown.problems.isEmpty)
            Tag.p { Tag.a(.href(.page("/portal/laboratory"))) { say(LaboratoryText.otherFile) } }
        }
    }

    /// What became of the results of a file.
    func sent(_ sent: SentResults, laboratory: String) -> SectionContent {
        SectionContent(LaboratoryText.sentTitle) {
            Tag.h1 { say(LaboratoryText.sentTitle) }
            laboratoryHead(laboratory)
            if sent.refused.isEmpty {
                notice(LaboratoryPhrase.storedCount(count: "\(sent.stored)"), isGood: true)
            } else {
                notice(LaboratoryPhrase.refusedLines(stored: "\(sent.stored)", count: "\(sent.refused.count)"))
            }
            problemTable(sent.refused)
            sendForm(sent.waiting, isRest: true)
            Tag.p { Tag.a(.href(.page("/portal/laboratory"))) { say(LaboratoryText.otherFile) } }
        }
    }

    @HTMLBuilder private func sendForm(_ results: [NumberedResult], isRest: Bool) -> [HTML] {
        if !results.isEmpty {
            form(to: .page("/portal/laboratory/send")) {
                Tag.input(
                    .type("hidden"),
                    .name(ResultPreview.resultsField),
                    .value(CarriedResults.exposedText(of: results))
                )
                Tag.div(.class("actions")) {
                    Tag.button {
                        say(
                            isRest
                                ? LaboratoryPhrase.sendRest(count: "\(results.count)")
                                : LaboratoryPhrase.sendAll(count: "\(results.count)")
                        )
                    }
                }
            }
        }
    }

    private func countTable(_ shown: ResultPreview) -> HTML {
        Tag.table {
            Tag.caption { say(LaboratoryText.counts) }
            Tag.thead {
                Tag.tr {
                    Tag.th(.scope("col")) { say(LaboratoryText.kind) }
                    Tag.th(.scope("col")) { say(LaboratoryText.result) }
                    Tag.th(.scope("col"), .class("number")) { say(LaboratoryText.number) }
                }
            }
            Tag.tbody {
                for (code, count) in shown.counts {
                    Tag.tr {
                        Tag.td { say(code.kind.name) }
                        Tag.td { say(code.outcome.name) }
                        Tag.td(.class("number")) { "\(count)" }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func problemTable(_ problems: [Int: LineProblem]) -> [HTML] {
        if !problems.isEmpty {
            Tag.table {
                Tag.caption { say(LaboratoryText.problems) }
                Tag.thead {
                    Tag.tr {
                        Tag.th(.scope("col"), .class("number")) { say(LaboratoryText.line) }
                        Tag.th(.scope("col")) { say(LaboratoryText.problem) }
                    }
                }
                Tag.tbody {
                    for (line, problem) in problems.sorted(by: { $0.key < $1.key }) {
                        Tag.tr {
                            Tag.td(.class("number")) { "\(line)" }
                            Tag.td { say(LineProblemText(problem)) }
                        }
                    }
                }
            }
        }
    }
}
