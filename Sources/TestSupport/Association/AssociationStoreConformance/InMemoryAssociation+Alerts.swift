package import AssociationAPI
package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
package import Persistence
import Synchronization

extension InMemoryAssociation {
    package func add(_ new: NewAlert) async throws(StoreError) -> Bool {
        content.withLock { add(new, &$0) }
    }

    func add(_ new: NewAlert, _ content: inout Content) -> Bool {
        guard content.accounts[new.registration] != nil || fault == .warnsTheUnknown else {
            return false
        }
        let place = AccountDay(registration: new.registration, day: new.alert.day)
        if let earlier = content.alerts[place], !replaces(earlier, with: new) {
            return false
        }
        content.alerts[place] = new
        return true
    }

    private func replaces(_ earlier: NewAlert, with new: NewAlert) -> Bool {
        let (old, new) = (earlier.alert.band.rawValue, new.alert.band.rawValue)
        return switch fault {
        case .keepsTheFirstBand: false
        case .takesTheLastBand: old != new
        case .warnsTwiceForADay: new >= old
        default: new > old
        }
    }

    package func alerts(
        for registration: RegistrationID,
        now: UnixTime
    ) async throws(StoreError) -> [ExposureAlert] {
        content.withLock { content in
            let visible = content.alerts.values.filter { new in
                (new.registration == registration || fault == .showsAlertsOfAll) && isVisible(new, now: now)
            }
            let sorted = visible.map(\.alert).sorted { lhs, rhs in
                fault == .showsOldDaysFirst ? lhs.day < rhs.day : rhs.day < lhs.day
            }
            return fault == .showsAnyNumber ? sorted : Array(sorted.prefix(AssociationLimits.maxPollAlerts))
        }
    }

    private func isVisible(_ new: NewAlert, now: UnixTime) -> Bool {
        let life =
            switch fault {
            case .showsAlertsADayLonger: NewAlert.handleLife + 1
            case .hidesAlertsADayEarly: NewAlert.handleLife - 1
            default: NewAlert.handleLife
            }
        let visible = fault == .showsAlertsASecondLate ? new.visible.advanced(bySeconds: 1) : new.visible
        return (visible <= now || fault == .showsAlertsAtOnce) && new.alert.day >= now.utcDay.advanced(byDays: -life)
    }

    /// The reference has no rows without handles: no method shows these.
    package func deleteAlerts(now: UnixTime) async throws(StoreError) -> Int {
        content.withLock { content in
            guard fault != .keepsAlerts else {
                return 0
            }
            let life = fault == .deletesAlertsADayEarly ? NewAlert.life - 1 : NewAlert.life
            let first = now.utcDay.advanced(byDays: -life)
            let before = content.alerts.count
            content.alerts = content.alerts.filter { $0.key.day >= first }
            return before - content.alerts.count
        }
    }
}
