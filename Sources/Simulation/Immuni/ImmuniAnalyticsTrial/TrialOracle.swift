import AnalyticsStores
import DiagnosisKeyStores
import ExposurePrimitives

/// The results that the documented rules require of a trial, in the simplest form: no database, no races, no protocol.
struct TrialOracle {
    private struct Device {
        var usedIn: CalendarMonth?
        var isBlacklisted = false
    }

    private struct Token {
        let authorisedIn: CalendarMonth
        var withExposure = 0
        var withoutExposure = 0
    }

    private struct Wish: Hashable {
        let device: Int?
        let token: TokenIdentifier
        let time: UnixTime
    }

    /// Uploads by day and facts.
    private(set) var counts: [CalendarDay: [OperationalFacts: Int]] = [:]
    private(set) var entries: [CalendarDay: [InboxEntry]] = [:]
    /// Events that should never have happened.
    private(set) var violations: [String] = []
    private var devices: [Int: Device] = [:]
    private var tokens: [TokenIdentifier: Token] = [:]
    private var wishes: [TokenIdentifier: Wish] = [:]
    /// Tokens of a device that asked for several at once: at most one may be authorised.
    private var contested: [TokenIdentifier: (race: Int, month: CalendarMonth)] = [:]
    private var decidedRaces: Set<Int> = []
    private var races = 0
    private var bindings: Set<[UInt8]> = []
}

// MARK: - What phones did

extension TrialOracle {
    /// - Parameters:
    ///   - device: nil if the device token is not a device's.
    ///   - isAuthorised: the server's answer.
    mutating func asked(for token: TokenIdentifier, device: Int?, at time: UnixTime, isAuthorised: Bool) {
        let month = CalendarMonth(of: time.utcDay)
        if isAuthorised, let (race, raceMonth) = contested[token], tokens[token] == nil {
            if !decidedRaces.insert(race).inserted {
                violations.append("two tokens of one device were authorised in \(raceMonth)")
            }
            tokens[token] = Token(authorisedIn: raceMonth)
        }
        if isAuthorised != isValid(token, in: month) {
            violations.append("at \(time) a token was \(isAuthorised ? "" : "not ")authorised")
        }
        if !isAuthorised, wishes[token] == nil {
            wishes[token] = Wish(device: device, token: token, time: time)
        }
    }

    mutating func uploaded(_ facts: OperationalFacts, by token: TokenIdentifier, on day: CalendarDay) {
        guard isValid(token, in: CalendarMonth(of: day)) else {
            return
        }
        let kind: WritableKeyPath<Token, Int> = facts.isWithExposure ? \.withExposure : \.withoutExposure
        guard let used = tokens[token]?[keyPath: kind], used < 2 else {
            return
        }
        tokens[token]?[keyPath: kind] += 1
        count(facts, on: day)
    }

    /// - Parameter isGood: whether the attestation is genuine, fresh, ours, and made for exactly this request.
    mutating func uploaded(_ facts: OperationalFacts, boundBy binding: [UInt8], isGood: Bool, on day: CalendarDay) {
        if isGood, bindings.insert(binding).inserted {
            count(facts, on: day)
        }
    }

    mutating func tested(positive entry: InboxEntry) {
        entries[entry.receivedOn, default: []].append(entry)
    }

    private mutating func count(_ facts: OperationalFacts, on day: CalendarDay) {
        counts[day, default: [:]][facts, default: 0] += 1
    }

    private func isValid(_ token: TokenIdentifier, in month: CalendarMonth) -> Bool {
        tokens[token].map { ($0.authorisedIn...$0.authorisedIn.advanced(byMonths: 1)).contains(month) } ?? false
    }
}

// MARK: - What becomes of wishes

extension TrialOracle {
    /// Decides all requested tokens, long enough after the last request.
    mutating func decide() {
        let byDevice = Dictionary(grouping: wishes.values, by: \.device)
        wishes = [:]
        for case (let device?, let wishes) in byDevice {
            guard let first = wishes.min(by: { $0.time < $1.time }) else {
                continue
            }
            let month = Self.month(ofAuthorisationBegunAt: first.time)
            guard devices[device]?.isBlacklisted != true, devices[device]?.usedIn != month else {
                continue
            }
            devices[device, default: Device()].usedIn = month
            if wishes.count == 1 {
                tokens[first.token] = Token(authorisedIn: month)
            } else {
                devices[device]?.isBlacklisted = true
                races += 1
                for wish in wishes {
                    contested[wish.token] = (races, month)
                }
            }
        }
    }

    /// The month of an authorisation. In the last half hour of a month none is begun any more.
    private static func month(ofAuthorisationBegunAt time: UnixTime) -> CalendarMonth {
        CalendarMonth(of: time.advanced(bySeconds: 1800).utcDay)
    }

    /// Tokens that must be valid in `month`, as long as they are stored.
    func validTokens(in month: CalendarMonth) -> Set<TokenIdentifier> {
        Set(tokens.keys.filter { isValid($0, in: month) })
    }

    mutating func found(_ violation: String) {
        violations.append(violation)
    }
}
