import Foundation

/// The amount of work of a test that can do any amount: the number of draws, or of moments that it tries.
///
/// `make test` does little, so it stays quick; `make test-all` does more, and `make statistics` does all. Each check is
/// made in every case; the tolerance for chance depends on the number of draws.
package enum Effort: String {
    /// `make test`.
    case short
    /// `make test-all`.
    case every
    /// `make statistics`.
    case whole

    private static let chosen = ProcessInfo.processInfo.environment["AVVISO_TEST_EXTENT"].flatMap(Effort.init) ?? .short

    /// Whether this is `make statistics`.
    package static var isWhole: Bool { chosen == .whole }

    /// One of two amounts, such as numbers of draws.
    package static func choose<Amount>(quick: Amount, whole: Amount) -> Amount {
        choose(short: quick, every: quick, whole: whole)
    }

    /// One of three amounts, for a test that would take over ten seconds of `make test`.
    package static func choose<Amount>(short: Amount, every: Amount, whole: Amount) -> Amount {
        switch chosen {
        case .short: short
        case .every: every
        case .whole: whole
        }
    }
}
