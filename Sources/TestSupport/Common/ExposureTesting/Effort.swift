import Foundation

/// How much a test does that could do any amount: how often it draws, how many moments it tries.
///
/// `make test` does little, so that it stays quick, and `make statistics` does all. Each check is made either way; what a
/// check allows for chance follows from the number of draws.
package enum Effort {
    /// Whether this is `make statistics`.
    package static let isWhole = ProcessInfo.processInfo.environment["AVVISO_STATISTICS"] == "1"

    /// Either of two amounts, such as numbers of draws.
    package static func choose<Amount>(quick: Amount, whole: Amount) -> Amount {
        isWhole ? whole : quick
    }
}
