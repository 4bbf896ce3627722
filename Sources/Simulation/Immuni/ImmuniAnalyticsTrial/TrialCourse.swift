import AnalyticsStores
import ExposurePrimitives
import ImmuniAPI

/// The course of a trial: the phones' turns, their actions, and the oracle's account of them.
struct TrialCourse {
    private let options: TrialOptions
    private let server: TrialServer
    private let actions: TrialActions
    private var phones: [TrialPhone]
    private var oracle = TrialOracle()
    private var sent = 0
    private var requests = 0
    /// The uploads that the server counted, by day, for the days compared so far.
    private var counted: [CalendarDay: Int] = [:]
    private var tokens: Set<TokenIdentifier> = []
    private var entries = 0
    /// The task of the authorisations' runner, while there are some.
    private var work: Task<Void, Never>?

    init(options: TrialOptions, server: TrialServer, actions: TrialActions) {
        (self.options, self.server, self.actions) = (options, server, actions)
        phones = (0..<options.phones).map { TrialPhone(number: $0, seed: options.seed) }
    }

    mutating func run(reporting progress: (CalendarDay, Int) -> Void) async throws {
        let turns = Dictionary(grouping: phones.indices) { phones[$0].hour }
        let end = options.firstMonth.advanced(byMonths: options.months).firstDay
        var day = options.firstMonth.firstDay
        while day < end {
            for hour in 0..<24 {
                try await takeTurns(ofHour: hour, on: day, turns)
                // Authorisations that a month's end delayed are complete by now. The comparison also runs in the middle
                // of the month: a month of 31 days is longer than the counts of its first day are kept.
                let month = CalendarMonth(of: day).firstDay
                if hour == 0, day > options.firstMonth.firstDay, [month, month.advanced(byDays: 15)].contains(day) {
                    try await compare(upTo: day)
                }
                if hour == 1, options.releases {
                    try await server.releaseClosedDays()
                }
            }
            try await server.transferInbox()
            progress(day, oracle.violations.count)
            day = day.advanced(byDays: 1)
        }
        try await takeTurns(ofHour: 0, on: end, turns)
        try await compare(upTo: end)
        if options.releases {
            try await takeTurns(ofHour: 1, on: end, turns)
            try await server.releaseClosedDays()
        }
    }

    var result: TrialResult {
        TrialResult(
            phones: options.phones,
            requests: requests,
            sent: sent,
            counted: counted.values.reduce(0, +),
            tokens: tokens.count,
            entries: entries,
            violations: oracle.violations
        )
    }

    /// Twenty past the hour, in seconds. It is far enough from a month's end, when no authorisation begins.
    private static let minute: Int64 = 1200
}

// MARK: - Turns

extension TrialCourse {
    private mutating func takeTurns(ofHour hour: Int, on day: CalendarDay, _ turns: [Int: [Int]]) async throws {
        let indices = turns[hour] ?? []
        let start = day.startInUTC.advanced(bySeconds: Int64(hour) * 3600 + Self.minute)
        try await server.move(to: start, with: &work)
        var acts: [Int64: [(phone: Int, deed: TrialAct.Deed)]] = [:]
        for index in indices {
            for act in phones[index].turn(at: start) {
                acts[act.delay, default: []].append((index, act.deed))
            }
        }
        for (delay, deeds) in acts.sorted(by: { $0.key < $1.key }) {
            let now = start.advanced(bySeconds: delay)
            try await server.move(to: now, with: &work)
            for (deed, outcome) in try await actions.perform(deeds, at: now) {
                note(deed, outcome, at: now)
            }
        }
        // The last authorisations need some time.
        try await server.move(to: start.advanced(bySeconds: 2340), with: &work)
        oracle.decide()
    }

    private mutating func note(
        _ act: (phone: Int, deed: TrialAct.Deed),
        _ outcome: TrialActions.Outcome,
        at now: UnixTime
    ) {
        requests += 1
        let day = now.utcDay
        switch (act.deed, outcome) {
        case (.ask(let token, let device), .status(let status)):
            phones[act.phone].learned(token, isAuthorised: status == 201)
            let identifier = TokenIdentifier(digest: token.digest)
            oracle.asked(for: identifier, device: device, at: now, isAuthorised: status == 201)
            if status == 201 {
                tokens.insert(identifier)
            }
        case (.tell(let info, let token), _):
            sent += 1
            oracle.uploaded(.init(told: info, by: .ios), by: TokenIdentifier(digest: token.digest), on: day)
        case (.attest(let info, let fault), .attested(let binding)):
            sent += 1
            oracle.uploaded(.init(told: info, by: .android), boundBy: binding, isGood: fault == nil, on: day)
        case (.testPositive, .positive(let entry)):
            oracle.tested(positive: entry)
        case (.attestAgain, _):
            sent += 1
        case (.dummy, _), (.ask, _), (.attest, _), (.testPositive, _):
            break
        }
    }
}

// MARK: - Comparing

extension TrialCourse {
    /// Compares all stored data with the oracle's, after the cleanup.
    private mutating func compare(upTo end: CalendarDay) async throws {
        try await server.cleanUp()
        let oldest = server.time.now().utcDay.advanced(byDays: -TrialServer.retentionDays)
        var found: [CalendarDay: [OperationalFacts: Int]] = [:]
        for count in try await server.operationalCounts() {
            found[count.receivedOn, default: [:]][count.facts, default: 0] += count.count
        }
        let expected = oracle.counts.filter { $0.key >= oldest }
        for day in Set(found.keys).union(expected.keys).sorted() where found[day] != expected[day] {
            oracle.found("the counts of \(day) differ: \(Self.difference(found[day], expected[day]))")
        }
        counted.merge(found.mapValues { $0.values.reduce(0, +) }) { _, later in later }
        try await server.transferInbox()
        let kept = try await server.epidemiologicalEntries()
        let wanted = oracle.entries.filter { $0.key >= oldest }.values.joined()
        entries = max(entries, kept.count)
        if Set(kept) != Set(wanted) || kept.count != wanted.count {
            oracle.found(
                "\(kept.count) entries of Epidemiological Info are kept before \(end) instead of \(wanted.count)"
            )
        }
        let month = CalendarMonth(of: end)
        for token in oracle.validTokens(in: month) where try await !server.isAuthorised(token, in: month) {
            oracle.found("a token is not authorised in \(month)")
        }
    }

    private static func difference(_ found: [OperationalFacts: Int]?, _ expected: [OperationalFacts: Int]?) -> String {
        let (found, expected) = (found ?? [:], expected ?? [:])
        let facts = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
        return facts.prefix(3)
            .map { "\($0.platform) \($0.province): \(found[$0] ?? 0) instead of \(expected[$0] ?? 0)" }
            .sorted().joined(separator: ", ")
    }
}

extension OperationalFacts {
    /// The facts of a request, by the oracle's own reading of the documents.
    fileprivate init(told info: OperationalInfoRequest, by platform: Platform) {
        self.init(
            platform: platform,
            province: info.province.code,
            exposurePermission: info.exposurePermission,
            bluetoothActive: info.bluetoothActive,
            notificationPermission: info.notificationPermission,
            lastRiskyExposureOn: info.exposureNotification ? info.lastRiskyExposureOn : nil
        )
    }
}
