#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import ArgumentParser
    import LoadGeneration
    import LoadModel
    import WireFormat

    struct PlanCommand: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "plan",
            abstract: "Work out what a country's phones ask of servers: requests, bandwidth, transactions, machines.",
            discussion: """
                What phones do follows from the settings in force in --data, and from the published ones without it. \
                avviso load sends the same visits. What people do is guessed, and can be replaced. docs/capacity.md \
                explains each number, and what the plan leaves out.

                Examples:
                  avviso plan
                  avviso plan --system cwa --phones 5e6 --cases-per-day 300 --visits
                  avviso plan --system immuni --data data --json
                """
        )

        @Option(help: "A system (may be repeated), all without it: \(LoadSystem.names).")
        var system: [LoadSystem] = []
        @Option(help: "Phones with the app (may be repeated; default: 1e6, 10e6 and 60e6).") var phones: [Double] = []
        @Option(help: "People who share their keys or report on a day (default: one of 15 000 phones).")
        var casesPerDay: Double?
        @Option(help: "Keys of one person.") var keysPerCase = CapacityQuestion().keysPerCase
        @Option(help: "Seconds from one slot to the next, on average, in the association's app.") var slotSeconds = 3600
        @OptionGroup var people: PeopleOptions
        @Option(help: "The share of requests for public files that a CDN answers, from 0 to 1.")
        var cdnShare = CapacityQuestion().cdnShare
        @Option(help: "Cores of one machine.") var coresPerMachine = CapacityQuestion().coresPerMachine
        @Option(help: "The share of its cores that may be busy at the peak.") var busyShare = CapacityQuestion()
            .busyShare
        @Flag(help: "Print the visits too, and from which settings each follows.") var visits = false
        @Flag(help: "Print one JSON object, for programs.") var json = false
        @OptionGroup var settings: DataOptions

        private static let usualPhones = [1e6, 10e6, 60e6]

        func validate() throws {
            guard slotSeconds >= 60 else {
                throw ValidationError("--slot-seconds must be at least 60.")
            }
            _ = try questions()
        }

        func perform() async throws {
            let questions = try questions()
            var reports: [JSONValue] = []
            for one in system.isEmpty ? LoadSystem.allCases : system {
                let traffic = try await settings.traffic(of: one, slotSeconds: slotSeconds)
                let server = try await settings.serverFacts(for: traffic)
                let columns = questions.map { question in
                    PlanColumn(traffic.visits(of: question), question, server: server)
                }
                if json {
                    reports.append(["system": .string(one.rawValue), "plans": .array(columns.map(\.json))])
                } else {
                    let source = try await settings.sourceOfSettings(of: one)
                    Terminal.say("\(one.rawValue), by \(source)")
                    Terminal.say(TextTable.lines(PlanColumn.rows(of: columns)))
                    if visits, let last = columns.last {
                        Terminal.say(TextTable.lines(last.visitRows))
                    }
                }
            }
            if json {
                Terminal.say((["systems": .array(reports)] as JSONValue).line)
            }
        }

        private func questions() throws -> [CapacityQuestion] {
            try (phones.isEmpty ? Self.usualPhones : phones).map { phones in
                try people.question { question in
                    (question.phones, question.cases, question.keysPerCase) = (phones, casesPerDay, keysPerCase)
                    (question.cdnShare, question.coresPerMachine) = (cdnShare, coresPerMachine)
                    question.busyShare = busyShare
                }
            }
        }
    }

    /// The plan for one number of phones: a column of the table.
    private struct PlanColumn {
        private let visits: [PlannedVisit]
        private let question: CapacityQuestion
        private let lines: [Line]

        private struct Line {
            let name: String
            let title: String
            let value: Double
            let text: String
            let source: String

            init(
                _ name: String,
                _ title: String,
                _ value: Double,
                from source: String,
                as text: (Double) -> String = CapacityNumber.short
            ) {
                (self.name, self.title, self.value, self.source) = (name, title, value, source)
                self.text = text(value)
            }
        }

        init(_ visits: [PlannedVisit], _ question: CapacityQuestion, server: ServerFacts) {
            (self.visits, self.question) = (visits, question)
            lines = Self.lines(CapacityAnswer(visits.map(\.load), question, server: server), question)
        }

        private static func lines(_ answer: CapacityAnswer, _ question: CapacityQuestion) -> [Line] {
            let handshake = MachineFigures.handshakeReceived + MachineFigures.handshakeSent
            let cost = "what a visit costs"
            return [
                Line("phones", "phones", question.phones, from: "--phones"),
                Line("cases", "people with something to share", question.casesPerDay, from: "--cases-per-day"),
                Line("sent_per_phone", "sent by a phone", answer.sentPerPhone, from: "visits", as: bytes),
                Line("received_per_phone", "received by a phone", answer.receivedPerPhone, from: "visits", as: bytes),
                Line(
                    "tls_per_phone",
                    "bytes of its TLS connections",
                    answer.connectionsPerPhone * handshake,
                    from: "association-phone.md: 3500 each",
                    as: bytes
                ),
                Line("requests", "requests", answer.requests, from: "visits"),
                Line("file_requests", "– for public files", answer.fileRequests, from: "visits"),
                Line("peak_requests", "requests a second, peak", answer.peakRequests, from: "visits, --peak"),
                Line("peak_file_requests", "– for public files", answer.peakFileRequests, from: "visits, --peak"),
                Line("peak_gbit", "Gbit/s to phones, peak", answer.peakBits / 1e9, from: "visits, --peak", as: digits),
                Line(
                    "peak_gbit_cdn",
                    "– behind a CDN",
                    answer.peakBitsBehindCDN / 1e9,
                    from: "--cdn-share",
                    as: digits
                ),
                Line(
                    "peak_sent_gbit_cdn",
                    "Gbit/s from phones, peak, behind a CDN",
                    answer.peakSentBits / 1e9,
                    from: "visits, --cdn-share",
                    as: digits
                ),
                Line("transactions", "transactions", answer.commits, from: cost),
                Line("peak_transactions", "transactions a second, peak", answer.peakCommits, from: cost, as: digits),
                Line("cores", "cores, peak", answer.cores, from: cost, as: digits),
                Line("cores_cdn", "– behind a CDN", answer.coresBehindCDN, from: "--cdn-share", as: digits),
                Line("tls_cores_cdn", "– for TLS, behind a CDN", answer.handshakeCores, from: cost, as: digits),
                Line("database_cores", "cores of PostgreSQL, peak", answer.databaseCores, from: cost, as: digits),
                Line(
                    "database_share_percent",
                    "– in percent of cores behind a CDN",
                    100 * answer.databaseShare,
                    from: "the three above",
                    as: digits
                ),
                Line(
                    "peak_connections_cdn",
                    "new connections a second, peak, behind a CDN",
                    answer.peakConnections,
                    from: "visits, --cdn-share"
                ),
                Line("open_connections_cdn", "– open at the same time", answer.open, from: "limits.idle, visits"),
                Line("memory", "memory of the servers", answer.memory, from: "memory, below", as: bytes),
                Line("stored", "disk of the database", answer.stored, from: cost, as: bytes),
                Line(
                    "machines",
                    "machines, one of which may fail",
                    answer.machines,
                    from: "--cores-per-machine, --busy-share"
                ),
            ]
        }

        private static func bytes(_ count: Double) -> String { CapacityNumber.bytes(count) }

        /// Small numbers with three digits.
        private static func digits(_ value: Double) -> String {
            guard value < 1000, value > 0 else {
                return CapacityNumber.short(value)
            }
            let digits = value < 0.01 ? 10_000.0 : value < 1 ? 1000.0 : value < 10 ? 100.0 : value < 100 ? 10.0 : 1.0
            let rounded = (value * digits).rounded() / digits
            return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
        }

        var json: JSONValue {
            let visits: [JSONValue] = visits.map { visit in
                [
                    "name": .string(visit.name), "per_day": .number("\(visit.perDay)"),
                    "kinds": .array(visit.steps.map { .string($0.kind.name) }), "sent": .integer(visit.load.sent),
                    "received": .integer(visit.load.received), "from": .string(visit.source),
                ]
            }
            return .object(
                lines.map { .init(name: $0.name, value: .number("\($0.value)")) }
                    + [.init(name: "visits", value: .array(visits))]
            )
        }

        /// A row for each line, with the sources at the end.
        static func rows(of columns: [PlanColumn]) -> [[String]] {
            guard let first = columns.first else {
                return []
            }
            return [["on a day"] + columns.map { _ in "" } + ["from"]]
                + first.lines.enumerated().map { place, line in
                    [line.title] + columns.map { $0.lines[place].text } + [line.source]
                }
        }

        var visitRows: [[String]] {
            [["visit", "on a day", "requests", "from"]]
                + visits.map {
                    [$0.name, CapacityNumber.short($0.perDay), "\($0.steps.count)", $0.source]
                }
        }
    }
#endif
