import CoronaWarnAPI
import ExposurePrimitives
import MessageSignatures

/// The newest statement that the phone has seen of each index and configuration, so that nobody can give it an older
/// file again.
///
/// Caches keep files for some minutes each, so two indexes of one moment may be of different ages. Sequences are
/// compared for each path alone.
struct SeenStatements: Codable, Hashable, Sendable {
    private var highest: [String: Int64] = [:]

    init() {}

    /// - Throws: `lowerSequence` if a newer statement was seen.
    mutating func accept(_ sequence: Int64, of path: TreePath) throws(MessageSignatureError) {
        if let seen = highest[path.path], sequence < seen {
            throw .lowerSequence(highestSeen: seen, offered: sequence)
        }
        highest[path.path] = sequence
    }

    /// Forgets the indexes of days whose hours have left.
    mutating func forgetExpired(on today: CalendarDay) {
        highest = highest.filter { path, _ in
            guard case .hours(_, let day) = TreePath(path: path) else {
                return true
            }
            return today.days(since: day) <= Self.days
        }
    }

    /// Longer than the hours of a day are on offer.
    private static let days = 31
}
