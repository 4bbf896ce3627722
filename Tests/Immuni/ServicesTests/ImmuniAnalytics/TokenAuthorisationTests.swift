import AnalyticsStores
import DeviceAttestation
import ExposurePrimitives
import Testing

@testable import ImmuniAnalytics

@Suite("The authorisation of one token")
struct TokenAuthorisationTests {
    private typealias Event = AuthorisationMachine.Event
    private typealias Action = AuthorisationMachine.Action

    private static let month = AuthorisationWorld.month
    private static let timing = AuthorisationWorld.timing(leaseLimit: 10)
    private static let (earlier, later) = (month.advanced(byMonths: -1), month.advanced(byMonths: 1))

    private static func seen(_ bits: DeviceBits, _ month: CalendarMonth?) -> Event {
        .saw(DeviceState(bits: bits, lastUpdate: month))
    }

    /// The events and actions without any failure.
    private static let path: [(event: Event, action: Action)] = [
        (.began, .validate), (.done, .read), (seen(.clear, nil), .save(.proven)), (.done, .wait(.milliseconds(500))),
        (.done, .read), (seen(.clear, nil), .save(.marking)), (.done, .write(.waiting)), (.done, .save(.marked)),
        (.done, .wait(.seconds(3))), (.done, .save(.deciding)), (.done, .read),
        (seen(.waiting, month), .save(.clearing)), (.done, .write(.clear)), (.done, .finish),
    ]

    private static func job(until expiry: UnixTime) -> AuthorisationJob {
        let token = TokenIdentifier(digest: [])
        return AuthorisationJob(token: token, deviceToken: DeviceToken(exposing: ""), expiry: expiry)
    }

    /// An authorisation after the first `count` events of the path.
    private static func authorisation(
        after count: Int,
        step: AuthorisationStep = .queued,
        expiry: UnixTime = AuthorisationWorld.middle.advanced(bySeconds: 86_400)
    ) -> AuthorisationMachine {
        var row = job(until: expiry)
        row.step = step
        row.month = step.mayHaveWritten ? month : nil
        var authorisation = AuthorisationMachine(row, timing: timing, readTime: .milliseconds(500))
        for (event, _) in path.prefix(count) {
            _ = authorisation.next(event, at: moment())
        }
        return authorisation
    }

    private static func moment(_ seconds: Int64 = 0) -> AuthorisationMachine.Moment {
        .init(time: AuthorisationWorld.middle.advanced(bySeconds: seconds), elapsed: .seconds(seconds))
    }

    @Test("follows the path without failures")
    func goes() {
        var authorisation = Self.authorisation(after: 0)
        for (event, action) in Self.path {
            #expect(authorisation.next(event, at: Self.moment()) == action)
        }
        #expect(authorisation.month == Self.month)
        #expect(authorisation.state == .ended)
    }

    @Test(
        "a failed call has the outcome of the table",
        arguments: [
            (1, Action.postpone(nil), Action.drop), (2, .postpone(nil), .drop),
            (5, .wait(.seconds(1)), .drop), (7, .wait(.seconds(2)), .abandon), (11, .save(.marked), .abandon),
            (13, .wait(.seconds(2)), .abandon),
        ]
    )
    func fails(after count: Int, unavailable: AuthorisationMachine.Action, refused: AuthorisationMachine.Action) {
        var (first, second) = (Self.authorisation(after: count), Self.authorisation(after: count))
        #expect(first.next(.failed(.unavailable), at: Self.moment()) == unavailable)
        #expect(second.next(.failed(.tokenRefused), at: Self.moment()) == refused)
        #expect(first.isDisturbed == (count >= 7))
    }

    @Test(
        "the first and the second read check the bits, then the month",
        arguments: [
            (DeviceBits.blacklisted, earlier, Action.drop), (.blacklisted, month, .drop),
            (DeviceBits(bit0: false, bit1: true), earlier, .countOwnFailures),
            (.waiting, month, .countOwnFailures), (.waiting, later, .drop), (.clear, month, .drop),
            (.clear, later, .drop),
        ],
        [2, 5]
    )
    func unfit(state: (bits: DeviceBits, month: CalendarMonth, action: AuthorisationMachine.Action), after count: Int) {
        var authorisation = Self.authorisation(after: count)
        #expect(authorisation.next(Self.seen(state.bits, state.month), at: Self.moment()) == state.action)
    }

    @Test("a race blacklists, unless a failure of our own explains it")
    func race() {
        for (count, action) in [(0, Action.write(.blacklisted)), (1, .drop)] {
            var authorisation = Self.authorisation(after: 2)
            _ = authorisation.next(Self.seen(.waiting, Self.month), at: Self.moment())
            #expect(authorisation.next(.ownFailures(count), at: Self.moment()) == action)
        }
    }

    @Test(
        "the third read authorises if bits and month are as they were left",
        arguments: [
            (DeviceBits.waiting, month, Action.save(.clearing)), (.waiting, earlier, .abandon),
            (.waiting, later, .abandon), (.blacklisted, month, .drop), (.clear, month, .countOwnFailures),
            (.clear, later, .abandon),
        ]
    )
    func third(bits: DeviceBits, month: CalendarMonth, action: AuthorisationMachine.Action) {
        var authorisation = Self.authorisation(after: 11)
        #expect(authorisation.next(Self.seen(bits, month), at: Self.moment()) == action)
    }

    @Test("the write of bit 0 starts before its limit or not at all", arguments: [(1, true), (2, false)])
    func limit(seconds: Int64, writes: Bool) {
        var authorisation = Self.authorisation(after: 6)
        let action = authorisation.next(.done, at: Self.moment(seconds))
        #expect(action == (writes ? .write(.waiting) : .save(.proven)))
    }

    @Test("a write of bit 0 that was confirmed too late is dropped", arguments: [(2, true), (3, false)])
    func overdue(seconds: Int64, isInTime: Bool) {
        var authorisation = Self.authorisation(after: 7)
        #expect(authorisation.markInFlightSince == .zero)
        let action = authorisation.next(.done, at: Self.moment(seconds))
        #expect(action == (isInTime ? .save(.marked) : .abandon))
    }

    @Test(
        "a job is resumed where it was",
        arguments: [
            (AuthorisationStep.queued, Action.validate), (.proven, .wait(.milliseconds(500))),
            (.marking, .wait(.seconds(2))), (.marked, .wait(.seconds(3))),
            (.deciding, .read), (.clearing, .wait(.seconds(2))),
        ]
    )
    func resumes(step: AuthorisationStep, action: AuthorisationMachine.Action) {
        var authorisation = Self.authorisation(after: 0, step: step)
        #expect(authorisation.next(.began, at: Self.moment()) == action)
    }

    @Test(
        "a job whose day is over takes no lease, and does not wait for Apple any longer",
        arguments: [(86_399, false), (86_400, true)]
    )
    func expires(seconds: Int64, isAbandoned: Bool) {
        var checked = Self.authorisation(after: 9)
        #expect((checked.next(.done, at: Self.moment(seconds)) == .abandon) == isAbandoned)
        var deciding = Self.authorisation(after: 11)
        #expect((deciding.next(.failed(.unavailable), at: Self.moment(seconds)) == .abandon) == isAbandoned)
    }

    @Test(
        "after a write of bit 0 with unknown outcome, a read decides",
        arguments: [
            (DeviceBits.waiting, month, Action.save(.marked)), (.waiting, earlier, .save(.proven)),
            (.clear, earlier, .save(.proven)), (.clear, month, .drop), (.blacklisted, month, .drop),
            (.clear, later, .abandon),
        ]
    )
    func unknown(bits: DeviceBits, month: CalendarMonth, action: AuthorisationMachine.Action) {
        var authorisation = Self.authorisation(after: 7)
        _ = authorisation.next(.failed(.unavailable), at: Self.moment())
        #expect(authorisation.next(.done, at: Self.moment()) == .read)
        #expect(authorisation.next(Self.seen(bits, month), at: Self.moment()) == action)
    }

    @Test("decides nothing if the last interval could reach into the next month", arguments: [(-6, false), (-5, true)])
    func monthsEnd(seconds: Int64, isTooLate: Bool) {
        let end = Self.later.firstDay.startInUTC
        let now = AuthorisationMachine.Moment(time: end.advanced(bySeconds: seconds), elapsed: .zero)
        var second = Self.authorisation(after: 5, expiry: end)
        #expect(second.next(Self.seen(.clear, nil), at: now) == .wait(.seconds(2 - seconds)))
        var third = Self.authorisation(after: 11, expiry: end)
        #expect((third.next(Self.seen(.waiting, Self.month), at: now) == .abandon) == isTooLate)
        var unknown = Self.authorisation(after: 7, expiry: end)
        _ = unknown.next(.failed(.unavailable), at: Self.moment())
        _ = unknown.next(.done, at: Self.moment())
        #expect((unknown.next(Self.seen(.waiting, Self.month), at: now) == .abandon) == isTooLate)
    }

    @Test("holds the lease no longer than its limit without an answer", arguments: [(9, false), (10, true)])
    func leaseLimit(seconds: Int64, isAbandoned: Bool) {
        var authorisation = Self.authorisation(after: 13)
        let action = authorisation.next(.failed(.unavailable), at: Self.moment(seconds))
        #expect((action == .abandon) == isAbandoned)
    }

    @Test(
        "begins nothing near a month's end, and ends after a day; a proven job reads again once the month is certain",
        arguments: [
            (-23, Action.validate, Action.read), (-22, .postpone(.seconds(24)), .wait(.seconds(24))),
            (0, .postpone(.seconds(2)), .wait(.seconds(2))), (2, .validate, .read),
        ] as [(Int64, Action, Action)]
    )
    func bounds(seconds: Int64, first: AuthorisationMachine.Action, proven: AuthorisationMachine.Action) {
        let time = Self.later.firstDay.startInUTC.advanced(bySeconds: seconds)
        for (isExpired, first, proven) in [(false, first, proven), (true, .drop, .drop)] {
            let expiry = time.advanced(bySeconds: isExpired ? 0 : 1)
            let now = AuthorisationMachine.Moment(time: time, elapsed: .zero)
            var new = AuthorisationMachine(Self.job(until: expiry), timing: Self.timing, readTime: .zero)
            #expect(new.next(.began, at: now) == first, "\(isExpired)")
            var again = Self.authorisation(after: 4, expiry: expiry)
            #expect(again.next(.done, at: now) == proven, "\(isExpired)")
        }
    }

    @Test("an unexpected event ends it without a token")
    func unexpected() {
        var authorisation = Self.authorisation(after: 2)
        #expect(authorisation.next(.leaseTaken, at: Self.moment()) == .abandon)
    }
}
