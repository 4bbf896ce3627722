import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import Localisation

/// What the form for a teleTAN shows.
struct HotlineForm {
    let kind: TeleTANKind
    /// The kinds among which the operator may choose.
    let kinds: [TeleTANKind]
    /// Whether the operator's health authority gets teleTANs of this kind.
    let isPermitted: Bool
    /// Whether the operator ticked the checks of the form before this one.
    let isChecked: Bool
    let turn: Int
    let limits: HotlineLimits

    static let reasonField = "reason"
    static let checkFields = ["check-result", "check-need", "check-app"]

    /// The checks of a kind, in the order of ``checkFields``.
    var checks: [HotlineText] {
        switch kind {
        case .test: [.checkResult, .checkNeed, .checkApp]
        case .event: [.checkOrder, .checkHost, .checkApp]
        }
    }
}

/// What is left of the limits.
struct HotlineLimits {
    /// TeleTANs of all operators in any hour.
    let perHour: Int
    /// Seconds between two of one operator.
    let pause: Int64
    let allowance: TeleTANAllowance
    let now: UnixTime

    var lines: [any LocalisedText] {
        let seconds = allowance.next.map { max(1, $0.seconds(since: now)) }
        let own: any LocalisedText = seconds.map { HotlinePhrase.next(seconds: "\($0)") } ?? HotlineText.nextNow
        return [HotlinePhrase.left("\(allowance.left)", of: "\(perHour)"), own]
            + (pause > 0 ? [HotlinePhrase.pause(seconds: "\(pause)")] : [])
    }
}

extension TeleTANKind {
    var reason: HotlineText {
        switch self {
        case .test: .reasonTest
        case .event: .reasonEvent
        }
    }
}
