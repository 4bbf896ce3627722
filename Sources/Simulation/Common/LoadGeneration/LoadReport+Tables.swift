import LoadModel

extension LoadReport {
    /// What was asked and answered. The first row is the heading.
    package var requestRows: [[String]] {
        let rows = record.kinds.map { requestRow($0.kind.name, $0.tally) }
        return [["request", "planned", "a second", "sent", "answers", "failed"]] + rows
            + [requestRow("all", record.total)]
    }

    /// How long answers took, in milliseconds. The first row is the heading.
    package var timeRows: [[String]] {
        let names = Self.shares.map(\.name) + ["max"]
        let rows = record.kinds.map { timeRow($0.kind.name, $0.tally) }
        return [["ms since the planned time"] + names + ["| since it left"] + names] + rows
            + [
                timeRow("all that leave at once", record.total(of: .atOnce)),
                timeRow("all that wait for their release", record.total(of: .released)),
            ]
    }

    /// The lateness of the generator, as one sentence.
    package var latenessLine: String {
        let late = record.total.lateness
        return "The generator was late by \(Self.milliseconds(record.lateness)) ms at p99, and by "
            + "\(Self.milliseconds(late.max)) ms at most. Up to \(Self.milliseconds(maxLateness)) ms at p99 are allowed."
    }

    private func requestRow(_ name: String, _ tally: LoadTally) -> [String] {
        let rate = Double(tally.planned) / max(Double(record.length) / 1e6, 1e-6)
        let answers = tally.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let failures = LoadFailure.allCases.compactMap { failure in
            tally.failures[failure].map { "\(failure.rawValue): \($0)" }
        }
        let refused = tally.refused > 0 ? ["wrong answer: \(tally.refused)"] : []
        return [
            name, "\(tally.planned)", "\((rate * 10).rounded() / 10)", "\(tally.sent)",
            answers.joined(separator: ", "), tally.failed == 0 ? "0" : (refused + failures).joined(separator: ", "),
        ]
    }

    private func timeRow(_ name: String, _ tally: LoadTally) -> [String] {
        [name] + times(tally.sincePlanned) + ["|"] + times(tally.sinceSent)
    }

    private func times(_ histogram: LatencyHistogram) -> [String] {
        guard histogram.count > 0 else {
            return (Self.shares.map(\.name) + ["max"]).map { _ in "-" }
        }
        return (Self.shares.map { histogram.quantile($0.share) ?? 0 } + [histogram.max]).map(Self.milliseconds)
    }
}
