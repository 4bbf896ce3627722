import ExposurePrimitives
import ImmuniAPI

/// A phone of a trial, honest or not. It decides what to do on its turn, once a day.
struct TrialPhone {
    /// The behaviour of a phone.
    enum Kind: String, CaseIterable {
        /// An iPhone that follows the documents.
        case iphone = "iPhone"
        case impatient = "iPhone, asks again and again"
        case reinstalled = "iPhone, app installed anew each month"
        case racing = "iPhone, two tokens at once"
        case racingLater = "iPhone, a second token ten seconds later"
        case boundary = "iPhone, asks five minutes before a month's end"
        case sharing = "iPhones, five with one token"
        case replaying = "iPhone, sends everything three times"
        case expired = "iPhone, keeps its first token"
        case forging = "no iPhone, made-up tokens"
        case android = "Android phone"
        case androidReplaying = "Android phone, replays"
        case androidFaulty = "Android phone, faulty attestations"
        case dummies = "phone that sends dummies"

        /// The number of such phones among a hundred.
        var share: Int {
            switch self {
            case .iphone: 30
            case .android: 25
            case .sharing: 5
            default: 4
            }
        }
    }

    let number: Int
    let kind: Kind
    private let province: Province
    private var generator: SeededGenerator
    private var tokens: [AnalyticsToken] = []
    private var authorised: Set<Int> = []
    private var nextToken: UnixTime?
    private var toldWith: CalendarMonth?
    private var drawnWithout: CalendarMonth?
    private var window: (month: CalendarMonth, start: UnixTime)?

    init(number: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
        self.number = number
        kind = Self.kind(ofNumber: number)
        let codes = Province.knownCodes.sorted()
        let code = codes[(kind == .sharing ? number / Self.groupSize : number) % codes.count]
        province = Province(code: code) ?? .abroad
        // Phones that share take their tokens from one generator.
        if kind == .sharing {
            generator = SeededGenerator(seed: seed &+ 0xABCD &+ UInt64(number / Self.groupSize))
        }
        self.generator = generator
    }

    private static let groupSize = 5

    /// The kind of a phone by its number. Kinds are in blocks within each hundred numbers, so phones that share are
    /// neighbours.
    private static func kind(ofNumber number: Int) -> Kind {
        var rest = number % 100
        for kind in Kind.allCases {
            guard rest >= kind.share else {
                return kind
            }
            rest -= kind.share
        }
        return .iphone
    }

    /// The hour (UTC) of its turn.
    var hour: Int {
        switch kind {
        case .boundary: 23
        case .sharing: number / Self.groupSize % 23
        default: number * 7 % 23
        }
    }

    /// Records the server's answer about one of its newest tokens, if it is authorised.
    mutating func learned(_ token: AnalyticsToken, isAuthorised: Bool) {
        if isAuthorised, let place = tokens.firstIndex(of: token) {
            authorised.insert(place)
        }
    }
}

// MARK: - A turn

extension TrialPhone {
    mutating func turn(at now: UnixTime) -> [TrialAct] {
        var acts: [TrialAct] = []
        if Int.random(in: 0..<500, using: &generator) == 0 {
            acts.append(TrialAct(delay: 0, deed: .testPositive))
        }
        switch kind {
        case .android, .androidReplaying, .androidFaulty:
            return acts + attested(at: now)
        case .dummies:
            return acts + [TrialAct(delay: 0, deed: .dummy)]
        case .forging:
            let token = AnalyticsToken.random(using: &generator)
            let asks = [TrialAct(delay: 0, deed: .ask(token, device: nil))]
            let told = info(at: now).map { [TrialAct(delay: 10, deed: .tell($0, token))] }
            return acts + asks + (told ?? [])
        case .iphone, .impatient, .reinstalled, .racing, .racingLater, .boundary, .sharing, .replaying, .expired:
            takeToken(at: now)
            return acts + asks(at: now) + told(at: now)
        }
    }

    private mutating func takeToken(at now: UnixTime) {
        let month = CalendarMonth(of: now.utcDay)
        let isDue = nextToken.map { $0 <= now } ?? true
        if kind == .reinstalled, now.utcDay == month.firstDay.advanced(byDays: 14) {
            tokens = []
            authorised = []
        } else if !isDue || (kind == .expired && !tokens.isEmpty)
            || (kind == .boundary && now.utcDay.advanced(byDays: 1) != month.advanced(byMonths: 1).firstDay)
        {
            return
        }
        tokens.append(AnalyticsToken.random(using: &generator))
        if kind == .racing || kind == .racingLater {
            tokens.append(AnalyticsToken.random(using: &generator))
        }
        let next = month.advanced(byMonths: 1)
        nextToken = next.firstDay.startInUTC
            .advanced(bySeconds: Int64.random(in: 0...Int64(next.dayCount - 1) * 86_400, using: &generator))
        if kind == .boundary {
            nextToken = next.advanced(byMonths: 1).firstDay.startInUTC.advanced(bySeconds: -86_400)
        }
    }

    private func asks(at now: UnixTime) -> [TrialAct] {
        let newest = kind == .racing || kind == .racingLater ? 2 : 1
        let open = tokens.indices.suffix(newest).filter { !authorised.contains($0) }
        return open.enumerated().flatMap { place, index in
            let ask = TrialAct.Deed.ask(tokens[index], device: number)
            switch kind {
            case .impatient: return [0, 0, 10].map { TrialAct(delay: $0, deed: ask) }
            case .racingLater: return [TrialAct(delay: Int64(place) * 10, deed: ask)]
            case .boundary: return [TrialAct(delay: 2100, deed: ask)]
            default: return [TrialAct(delay: 0, deed: ask)]
            }
        }
    }

    /// Its report, with the newest token that it knows to be authorised.
    private mutating func told(at now: UnixTime) -> [TrialAct] {
        guard let info = info(at: now), let token = authorised.max().map({ tokens[$0] }) else {
            return []
        }
        let times = kind == .replaying ? 3 : 1
        return (0..<times).map { _ in TrialAct(delay: 10, deed: .tell(info, token)) }
    }

    private mutating func attested(at now: UnixTime) -> [TrialAct] {
        guard let info = info(at: now) else {
            return []
        }
        switch kind {
        case .androidReplaying:
            return [TrialAct(delay: 0, deed: .attest(info, nil))]
                + [10, 10, 2100].map { TrialAct(delay: $0, deed: .attestAgain) }
        case .androidFaulty:
            let fault = TrialAct.AttestationFault.allCases.randomElement(using: &generator)
            return [TrialAct(delay: 0, deed: .attest(info, fault))]
        default:
            return [TrialAct(delay: 0, deed: .attest(info, nil))]
        }
    }
}

// MARK: - What it has to tell

extension TrialPhone {
    /// At most one of each kind in a month: with exposure after a notice, without on the one day of its window.
    private mutating func info(at now: UnixTime) -> OperationalInfoRequest? {
        let month = CalendarMonth(of: now.utcDay)
        if window?.month != month {
            let seconds = Int64.random(in: 0...Int64(month.dayCount - 1) * 86_400, using: &generator)
            window = (month, month.firstDay.startInUTC.advanced(bySeconds: seconds))
        }
        if Int.random(in: 0..<60, using: &generator) == 0 {
            guard toldWith != month else {
                return nil
            }
            toldWith = month
            return request(isNotified: true, at: now)
        }
        guard drawnWithout != month, let start = window?.start, (0..<86_400).contains(now.seconds(since: start)) else {
            return nil
        }
        drawnWithout = month
        return Int.random(in: 0..<10, using: &generator) < 6 ? request(isNotified: false, at: now) : nil
    }

    private mutating func request(isNotified: Bool, at now: UnixTime) -> OperationalInfoRequest {
        // Phones that share send the same, so it does not matter whose report counts.
        let isAlike = kind == .sharing
        return OperationalInfoRequest(
            province: province,
            exposurePermission: true,
            bluetoothActive: isAlike || Bool.random(using: &generator),
            notificationPermission: isAlike || Bool.random(using: &generator),
            exposureNotification: isNotified,
            lastRiskyExposureOn: now.utcDay.advanced(byDays: isAlike ? -3 : -Int.random(in: 0...14, using: &generator))
        )
    }
}
