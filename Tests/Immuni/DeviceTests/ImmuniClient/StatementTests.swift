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

    /// How a state is reached, and what Home says in it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let facts: Facts
        let reach: @Sendable (inout PhoneWorld) throws -> Void

        init(_ name: String, _ facts: Facts, _ reach: @escaping @Sendable (inout PhoneWorld) throws -> Void) {
            testDescription = name
            self.facts = facts
            self.reach = reach
        }
    }

    private static let today = UnixTime(1_795_255_200).utcDay

    private static let checks: [Row] = [
        Row("before the first check", Facts(check: .none)) { _ in },
        Row("after a check that found nothing", Facts(check: .foundNothing)) { $0.check() },
        Row("while a file of the authority is missing", Facts(check: .foundNothingSoFar)) { world in
            world.check()
            var generator = world.generator
            world.state.session.chunks.fail(1, at: world.now, using: &generator)
        },
        Row("without a connection", Facts(check: .none, failure: .noConnection)) { world in
            world.checkFailure = .transport(.unreachable)
            world.check()
        },
        Row("without a connection after a good check", Facts(check: .foundNothing, failure: .noConnection)) { world in
            world.check()
            world.checkFailure = .transport(.timeout)
            world.check()
        },
        Row("once the connection is back", Facts(check: .foundNothing)) { world in
            world.checkFailure = .transport(.unreachable)
            world.check()
            world.checkFailure = nil
            world.check()
        },
        Row("with a server that fails", Facts(check: .none, failure: .noUsableAnswer)) { world in
            world.checkFailure = .unexpectedStatus(503)
            world.check()
        },
        Row("with a clock that is wrong", Facts(check: .none, failure: .wrongTime)) { world in
            world.checkFailure = .messageRefused(.keyIndex, .tooOld(created: world.now))
            world.check()
        },
        Row("with a framework that has had its day's calls", Facts(check: .none, failure: .phone)) { world in
            world.checkFailure = .framework(.rateLimited)
            world.check()
        },
        Row("after the clock was set back behind the last check", Facts(check: .atUnknownTime)) { world in
            world.check()
            world.now = world.now.advanced(bySeconds: -3600)
            world.send(.phoneChanged)
        },
    ]

    private static let notices: [Row] = [
        Row("with a notice", Facts(status: .risk(lastContact: today), check: .done)) { $0.beWarned() },
        Row("once the notice was removed", Facts(status: .dismissed(lastContact: today), check: .done)) { world in
            world.beWarned()
            world.send(.dismissNotice)
        },
        Row("after more checks, while the contact counts", Facts(status: .dismissed(lastContact: today), check: .done))
        {
            world in
            world.beWarned()
            world.send(.dismissNotice)
            world.pass(days: 13)
            world.check()
        },
        Row("once the notice was shown again", Facts(status: .risk(lastContact: today), check: .done)) { world in
            world.beWarned()
            world.send(.dismissNotice)
            world.send(.recallNotice)
        },
        Row("fifteen days after the contact", Facts(check: .foundNothing)) { world in
            world.beWarned()
            world.send(.dismissNotice)
            world.pass(days: 15)
            world.check()
        },
        Row("of an owner who warned others", Facts(status: .positive(lastUpload: today), check: .done)) { world in
            world.check()
            world.upload()
        },
        Row("of an owner who recovered", Facts(check: .done, hasJustRecovered: true)) { world in
            world.upload()
            world.check()
            world.send(.confirmRecovery)
        },
        Row("of an owner who recovered and went on", Facts(check: .done)) { world in
            world.upload()
            world.check()
            world.send(.confirmRecovery)
            world.send(.open(.settings))
            world.send(.goBack)
        },
        Row("after the first check since", Facts(check: .foundNothing)) { world in
            world.upload()
            world.check()
            world.send(.confirmRecovery)
            world.send(.enteredBackground)
            world.check()
        },
    ]

    private static let services: [Row] = [
        Row("switched off", Facts(service: .switchedOff, check: .foundNothing)) { world in
            world.check()
            world.send(.setService(isOn: false))
        },
        Row("without Bluetooth", Facts(service: .impaired([.bluetoothOff]), check: .none)) { world in
            world.framework.status = [.inactivated, .bluetoothDisabled]
            world.send(.phoneChanged)
        },
        Row("without notifications", Facts(service: .impaired([.notificationsOff]), check: .foundNothing)) { world in
            world.facts.notificationPermission = .refused
            world.check()
        },
        Row("with a full storage", Facts(service: .impaired([.storageFull]), check: .foundNothing)) { world in
            world.framework.status = [.activated, .lowStorage]
            world.check()
        },
    ]

    private static let uploads: [Row] = [
        Row("with an upload without an answer", Facts(check: .none, isUnfinished: true)) { world in
            world.losesAnswers = true
            world.upload()
        },
        Row("with an upload that failed behind its owner's back", Facts(check: .none, isUnfinished: true)) { world in
            world.upload { upload in upload.phase = .failed }
        },
        Row("with a code that was given up", Facts(check: .none)) { world in
            world.send(.open(.upload))
            world.send(.goBack)
        },
    ]

    @Test("is true in every state", arguments: checks + notices + services + uploads)
    func home(row: Row) throws {
        var world = try PhoneWorld(platform: .iOS, seed: 1, start: UnixTime(1_795_255_200))
        world.onboard()
        try row.reach(&world)
        guard case .home(let home) = AppScreen(world.state, app: world.reducer.app, now: world.now) else {
            Issue.record("not at Home")
            return
        }
        #expect(Facts(home) == row.facts)
    }

    @Test("is nothing while an update is needed, whatever was found before")
    func update() throws {
        var world = try PhoneWorld(platform: .iOS, seed: 1, start: UnixTime(1_795_255_200))
        world.onboard()
        world.check()
        world.facts.systemVersion = SystemVersion(13, 4)
        world.send(.phoneChanged)
        let screen = AppScreen(world.state, app: world.reducer.app, now: world.now)
        #expect(screen == .updateRequired(.systemTooOld(needed: SystemVersion(13, 5))))
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
    /// Runs a background session as soon as one is due.
    fileprivate mutating func check() {
        now = now.advanced(bySeconds: 14_400)
        send(.woken(.backgroundSession))
    }

    /// Runs a check today that finds a contact of today.
    fileprivate mutating func beWarned() {
        contacts = [now.utcDay]
        send(.woken(.backgroundSession))
        contacts = []
    }

    fileprivate mutating func pass(days: Int64) { now = now.advanced(bySeconds: days * UnixTime.secondsPerDay) }

    /// The owner warns others today.
    ///
    /// - Parameter change: what happens to the upload while the owner is on another screen.
    fileprivate mutating func upload(_ change: ((inout UploadFlow) -> Void)? = nil) {
        send(.open(.upload))
        authorisedCodes = [state.upload.flow?.otp.exposedText].compactMap(\.self)
        send(.validateCode)
        if let change, var flow = state.upload.flow {
            send(.open(.home))
            change(&flow)
            state.upload.flow = flow
        } else {
            send(.confirmUpload)
        }
        send(.open(.home))
    }
}
