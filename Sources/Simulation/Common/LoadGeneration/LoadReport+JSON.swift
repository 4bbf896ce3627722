import LoadModel
package import WireFormat

extension LoadReport {
    /// The whole report for programs. Times are in microseconds.
    package var json: JSONValue {
        [
            "valid": .boolean(isValid),
            "problems": .array(problems.map { .string($0) }),
            "seconds": .number("\(Double(record.length) / 1e6)"),
            "lasted": .number("\(Double(record.duration) / 1e6)"),
            "lateness": times(record.total.lateness),
            "max_lateness": .integer(maxLateness),
            "visits": .array(
                visits.map { ["name": .string($0.name), "per_day": .number("\($0.perDay)")] as JSONValue }
            ),
            "kinds": .array(record.kinds.map { kind($0.kind, $0.tally) }),
            "total": tally(record.total),
            "day": .object(LoadGroup.allCases.map { .init(name: $0.rawValue, value: day($0)) }),
            "prepared": .array(
                prepared.sorted { $0.key.name < $1.key.name }.map { kind, statuses in
                    .object(names(of: kind) + [.init(name: "answers", value: answers(statuses))])
                }
            ),
        ]
    }

    /// The parts of the day, in their order.
    private func day(_ group: LoadGroup) -> JSONValue {
        .array((record.slots[group] ?? []).map { times($0.sincePlanned, planned: $0.planned, failed: $0.failed) })
    }

    private func kind(_ kind: LoadKind, _ tally: LoadTally) -> JSONValue {
        .object(names(of: kind) + members(tally))
    }

    private func tally(_ tally: LoadTally) -> JSONValue { .object(members(tally)) }

    private func names(of kind: LoadKind) -> [JSONValue.Member] {
        [
            .init(name: "name", value: .string(kind.name)),
            .init(name: "method", value: .string(kind.endpoint.method.rawValue)),
            .init(name: "route", value: .string(kind.endpoint.path)),
            .init(
                name: "planned_bytes",
                value: ["sent": .integer(kind.bytes.sent), "received": .integer(kind.bytes.received)]
            ),
        ]
    }

    private func members(_ tally: LoadTally) -> [JSONValue.Member] {
        let failures = tally.failures.sorted { $0.key.rawValue < $1.key.rawValue }
        return [
            .init(name: "planned", value: .integer(tally.planned)),
            .init(name: "sent", value: .integer(tally.sent)),
            .init(name: "sent_bytes", value: .integer(tally.sentBytes)),
            .init(name: "received_bytes", value: .integer(tally.receivedBytes)),
            .init(name: "answers", value: answers(tally.statuses)),
            .init(name: "wrong_answers", value: .integer(tally.refused)),
            .init(
                name: "failures",
                value: .object(failures.map { .init(name: $0.key.rawValue, value: .integer($0.value)) })
            ),
            .init(name: "since_planned", value: times(tally.sincePlanned)),
            .init(name: "since_sent", value: times(tally.sinceSent)),
        ]
    }

    private func answers(_ statuses: [Int: Int]) -> JSONValue {
        .object(statuses.sorted { $0.key < $1.key }.map { .init(name: "\($0.key)", value: .integer($0.value)) })
    }

    private func times(_ histogram: LatencyHistogram, planned: Int? = nil, failed: Int? = nil) -> JSONValue {
        let counts: [(String, Int?)] = [("planned", planned), ("failed", failed)]
        let quantiles = Self.shares.compactMap { name, share in
            histogram.quantile(share).map { JSONValue.Member(name: name, value: .integer($0)) }
        }
        return .object(
            counts.compactMap { name, count in count.map { .init(name: name, value: .integer($0)) } }
                + [.init(name: "count", value: .integer(histogram.count))] + quantiles
                + [.init(name: "max", value: .integer(histogram.max))]
        )
    }
}
