import ClientKit
import ExposureFramework
import ExposurePrimitives
import ImmuniAPI
import MessageSignatures
import PhonePorts
import Testing
import WireFormat

@testable import ImmuniClient

/// Every state of an app in use, with what Home may say in it. `HomeScreenTests` of the phone page compare the words on
/// the screen with these facts.
@Suite("What Home says")
struct StatementTests {
    /// The facts for Home. Its texts depend on nothing else.
    struct Facts: Equatable, CustomStringConvertible {
        var service = ServiceStatus.working
        var status = CovidStatus.neutral
        var check: Check
        var failure: AttemptFailure?
        var isUnfinished = false
        var hasJustRecovered = false

        /// The last check, without its time.
        enum Check {
            case none, foundNothing, foundNothingSoFar, done, atUnknownTime
        }

        var description: String { "\(service) \(status) \(check) \(failure.map { "\($0)" } ?? "") \(isUnfinished)" }
    }

    /// What happens to the phone or what its owner does.
    enum Step: Sendable {
        /// A background session, as soon as one is due.
        case check
        case failing(MobileClientError)
        /// A check today that finds a contact of today.
        case warning
        /// The owner warns others today.
        case upload
        case seconds(Int64)
        case act(AppAction)
        case change(@Sendable (inout PhoneWorld) -> Void)
    }

    /// How each state is reached, and what Home says in it.
    typealias Row = (name: String, steps: [Step], facts: Facts)

    private static let today = PhoneWorld.start.utcDay
    private static let day = UnixTime.secondsPerDay
    private static let unchecked = Facts(check: .none)
    private static let clean = Facts(check: .foundNothing)
    private static let risk = Facts(status: .risk(lastContact: today), check: .done)
    private static let dismissed = Facts(status: .dismissed(lastContact: today), check: .done)
    private static let positive = Facts(status: .positive(lastUpload: today), check: .done)
    private static let unfinished = Facts(check: .none, isUnfinished: true)

    private static func impaired(_ problem: ServiceProblem, check: Facts.Check = .foundNothing) -> Facts {
        Facts(service: .impaired([problem]), check: check)
    }

    private static let offline = Step.failing(.transport(.unreachable))
    private static let timeout = Step.failing(.transport(.timeout))
    private static let wrongTime = Step.failing(.messageRefused(.keyIndex, .tooOld(created: PhoneWorld.start)))

    private static let checks: [Row] = [
        ("before the first check", [], unchecked), ("after a check that found nothing", [.check], clean),
        ("while a file is missing", [.check, .change { $0.missChunk() }], Facts(check: .foundNothingSoFar)),
        ("offline", [offline], Facts(check: .none, failure: .noConnection)),
        ("offline after a good check", [.check, timeout], Facts(check: .foundNothing, failure: .noConnection)),
        ("online again", [offline, .check], clean),
        ("with a failing server", [.failing(.unexpectedStatus(503))], Facts(check: .none, failure: .noUsableAnswer)),
        ("with a clock that is wrong", [wrongTime], Facts(check: .none, failure: .wrongTime)),
        ("after too many calls", [.failing(.framework(.rateLimited))], Facts(check: .none, failure: .phone)),
        ("with a clock set back", [.check, .seconds(-3600), .act(.phoneChanged)], Facts(check: .atUnknownTime)),
    ]

    private static let dismissal: [Step] = [.warning, .act(.dismissNotice)]
    private static let recovery: [Step] = [.upload, .check, .act(.confirmRecovery)]

    private static let notices: [Row] = [
        ("with a notice", [.warning], risk), ("once the notice was removed", dismissal, dismissed),
        ("after more checks, while the contact counts", dismissal + [.seconds(13 * day), .check], dismissed),
        ("once the notice was shown again", dismissal + [.act(.recallNotice)], risk),
        ("fifteen days after the contact", dismissal + [.seconds(15 * day), .check], clean),
        ("of an owner who warned others", [.check, .upload], positive),
        ("of an owner who recovered", recovery, Facts(check: .done, hasJustRecovered: true)),
        ("of one who went on", recovery + [.act(.open(.settings)), .act(.goBack)], Facts(check: .done)),
        ("after the first check since", recovery + [.act(.enteredBackground), .check], clean),
    ]

    private static let bluetoothOff = Step.change { $0.framework.status = [.inactivated, .bluetoothDisabled] }
    private static let storageFull = Step.change { $0.framework.status = [.activated, .lowStorage] }
    private static let silenced = Step.change { $0.facts.notificationPermission = .refused }

    private static let services: [Row] = [
        ("switched off", [.check, .act(.setService(isOn: false))], Facts(service: .switchedOff, check: .foundNothing)),
        ("without Bluetooth", [bluetoothOff, .act(.phoneChanged)], impaired(.bluetoothOff, check: .none)),
        ("without notifications", [silenced, .check], impaired(.notificationsOff)),
        ("with a full storage", [storageFull, .check], impaired(.storageFull)),
    ]

    private static let uploads: [Row] = [
        ("with an upload without an answer", [.change { $0.losesAnswers = true }, .upload], unfinished),
        ("with an upload that failed behind its owner's back", [.change { $0.failUpload() }], unfinished),
        ("with a code that was given up", [.act(.open(.upload)), .act(.goBack)], unchecked),
    ]

    @Test("is true in every state", arguments: checks + notices + services + uploads)
    func home(name: String, steps: [Step], facts: Facts) throws {
        var world = try PhoneWorld.onboarded(.iOS)
        for step in steps {
            world.take(step)
        }
        #expect(Facts(try #require(world.screen.home)) == facts)
    }

    @Test("is nothing while an update is needed, whatever was found before")
    func update() throws {
        var world = try PhoneWorld.onboarded(.iOS)
        world.take(.check)
        world.facts.systemVersion = SystemVersion(13, 4)
        world.send(.phoneChanged)
        #expect(world.screen == .updateRequired(.systemTooOld(needed: SystemVersion(13, 5))))
    }
}

extension StatementTests.Facts {
    init(_ home: HomeFacts) {
        self.init(
            service: home.service,
            status: home.status,
            check: Check(home.lastCheck),
            failure: home.checkFailure,
            isUnfinished: home.hasUnfinishedUpload,
            hasJustRecovered: home.hasJustRecovered
        )
    }
}

extension StatementTests.Facts.Check {
    init(_ check: LastCheck) {
        self =
            switch check {
            case .none: .none
            case .foundNothing: .foundNothing
            case .foundNothingSoFar: .foundNothingSoFar
            case .done: .done
            case .atUnknownTime: .atUnknownTime
            }
    }
}

extension PhoneWorld {
    fileprivate mutating func take(_ step: StatementTests.Step) {
        switch step {
        case .check: check(failing: nil)
        case .failing(let error): check(failing: error)
        case .warning:
            contacts = [now.utcDay]
            send(.woken(.backgroundSession))
            contacts = []
        case .upload:
            validateCode()
            send(.confirmUpload, .open(.home))
        case .seconds(let count): now = now.advanced(bySeconds: count)
        case .act(let action): send(action)
        case .change(let change): change(&self)
        }
    }

    private mutating func check(failing error: MobileClientError?) {
        checkFailure = error
        now = now.advanced(bySeconds: 14_400)
        send(.woken(.backgroundSession))
    }

    fileprivate mutating func missChunk() { state.session.chunks.fail(1, at: now, using: &generator) }

    private mutating func validateCode() {
        send(.open(.upload))
        authorisedCodes = [state.upload.flow?.otp.exposedText].compactMap(\.self)
        send(.validateCode)
    }

    /// An upload fails while its owner is on another screen.
    fileprivate mutating func failUpload() {
        validateCode()
        let flow = state.upload.flow
        send(.open(.home))
        state.upload.flow = flow
        state.upload.flow?.phase = .failed
        send(.open(.home))
    }
}
