import Foundation

/// The amount of work of a test that can do any amount: the number of draws, or of moments that it tries.
///
/// `make test` does little, so it stays quick, and `make statistics` does all. Each check is made in both cases; the
/// tolerance for chance depends on the number of draws.
package enum Effort {
    /// Whether this is `make statistics`.
    package static let isWhole = ProcessInfo.processInfo.environment["AVVISO_STATISTICS"] == "1"

    /// Either of two amounts, such as numbers of draws.
    package static func choose<Amount>(quick: Amount, whole: Amount) -> Amount {
        isWhole ? whole : quick
    }
}
