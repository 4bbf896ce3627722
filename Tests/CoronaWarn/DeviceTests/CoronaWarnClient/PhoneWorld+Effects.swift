import ClientKit
import CoronaWarnAPI
import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import GAENCore

@testable import CoronaWarnClient

// What the surroundings do with the reducer's effects.
extension PhoneWorld {
    private mutating func saw(_ kind: Event.Kind) {
        switch kind {
        case .registration, .question, .tan, .upload, .prompt, .notice: genuineEffects.append(effectCount)
        case .fake, .download, .detection: break
        }
        events.append(Event(time: now, kind: kind, isForeground: state.life.isForeground))
    }

    mutating func perform(_ effect: AppEffect) -> AppMessage? {
        switch effect {
        case .life(let effect): return end(of: effect).map(AppMessage.life)
        case .session(let effect): return end(of: effect).map(AppMessage.session)
        case .askForKeys: return .submission(.keysAnswered(askForKeys()))
        case .send(let call): return .traffic(.answered(answer(to: call)))
        case .show(let notification):
            saw(.notice(notification))
            return .notices(.shown(notification))
        case .schedule(let task, let time):
            scheduled[task] = time
            return nil
        }
    }

    private func end(of effect: LifeEffect) -> LifeMessage? {
        switch effect {
        case .observePhone: .phoneObserved(facts, framework)
        case .enableFramework, .disableFramework: .switched(nil)
        case .askForNotifications: nil
        case .wipe: .wiped(true)
        }
    }

    /// One key for each of the fourteen days before today. The system asks, unless the owner agreed within 24 hours.
    private mutating func askForKeys() -> Result<[TemporaryExposureKey], ExposureFrameworkError> {
        if agreedAt.map({ now.seconds(since: $0) >= UnixTime.secondsPerDay }) ?? true {
            saw(.prompt)
            if let keysError {
                return .failure(keysError)
            }
            agreedAt = now
        }
        return .success((1...14).reversed().compactMap { Self.key(of: now.utcDay.advanced(byDays: -$0)) })
    }

    static func key(of day: CalendarDay) -> TemporaryExposureKey? {
        var generator = SeededGenerator(seed: UInt64(day.daysSinceEpoch))
        return try? .generate(forDayOf: IntervalNumber(UInt32(day.daysSinceEpoch * 144)), using: &generator)
    }

    private mutating func answer(to call: SequenceCall) -> CallAnswer {
        let kind: Event.Kind =
            switch call {
            case .fake(let kind): .fake(kind)
            case .register: .registration
            case .ask: .question
            case .takeTAN: .tan
            case .upload: .upload
            }
        saw(kind)
        let failure = failures[kind]?.isEmpty == false ? failures[kind]?.removeFirst() : nil
        if case .before(let failure) = failure {
            return CallAnswer(failure, to: call)
        }
        let answer = servers.answer(to: call, at: now)
        return failure == .after ? CallAnswer(.lost, to: call) : answer
    }

    private mutating func end(of effect: SessionEffect) -> SessionMessage? {
        switch effect {
        case .download(let order):
            saw(.download)
            return .downloaded(download(order))
        case .check(let order):
            guard !refusesDetections else {
                return .checked(CheckOutcome(failure: .rateLimited))
            }
            saw(.detection(packages: order.packages.count))
            let isNothingNew = order.packages.isEmpty && !order.owesAssessment
            let evidence: RiskHistory.Evidence = isNothingNew ? .nothingNew : .windows(windows)
            return .checked(CheckOutcome(handedOver: order.packages, evidence: evidence))
        case .deletePackages:
            return nil
        }
    }

    private func download(_ order: DownloadOrder) -> DownloadOutcome {
        var outcome = DownloadOutcome()
        outcome.seen = order.seen
        guard downloadFailure == nil else {
            outcome.failure = downloadFailure
            return outcome
        }
        outcome.configuration = configuration
        guard order.wantsPackages else {
            return outcome
        }
        var index = PackageIndex(region: configuration.packageRegion.text)
        let first = now.utcDay.advanced(byDays: 1 - daysWithHours)
        for hour in hoursOnOffer where hour.end <= now && hour.day >= first {
            index.hours[hour.day, default: []].insert(hour.hourOfDay)
        }
        outcome.index = index
        let failing = Set(failingHours.map(PackageSlot.hour))
        let due = order.progress.due(in: index, at: now)
        outcome.failed = due.filter(failing.contains)
        outcome.gathered = due.filter { !failing.contains($0) }.map { slot in
            let file = GatheredPackage.File(name: "package-\(slot)", entityTag: "\(slot)")
            return GatheredPackage(slot: slot, region: index.region, files: [file])
        }
        return outcome
    }
}
