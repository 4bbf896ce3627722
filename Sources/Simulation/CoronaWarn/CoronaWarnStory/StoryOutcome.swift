import CoronaWarnClient
import ExposurePrimitives
import KeyExport
import StoryKit

/// The outcome of the story.
struct StoryOutcome: Sendable {
    /// How many minutes the phones were near each other.
    let minutes: Int
    let mishap: StoryMishap?
    let cards: Cards
    var shared = Shared()
    var listeners: [Listener] = []
    var record = StoryRecord()
    /// The number of keys in each package, by its path. The signatures of all are right.
    var publishedKeys: [String: Int] = [:]

    /// The results that two people saw.
    struct Cards: Sendable {
        let anna: TestCard
        let dora: TestCard
    }

    /// Anna's way to the server.
    struct Shared: Sendable {
        /// Anna's keys and Emil's, by what their apps show.
        var keyCount = 0
        /// How often Anna's phone asked her.
        var questions = 0
        /// Requests for TANs that reached the server.
        var tans = 0
        /// The bodies that reached the server.
        var uploads: [[UInt8]] = []
    }
}

// MARK: - What must hold

extension StoryOutcome {
    var expectations: [StoryExpectation] {
        [
            StoryExpectation(
                text: "Anna's app shows a positive result and Dora's a negative one, each after she opened it",
                held: cards.anna == .positive && cards.dora == .negative
            ),
            sharing,
            StoryExpectation(
                text: "all of the keys that were sent are in signed packages, each once: \(shared.keyCount)",
                held: shared.keyCount > 0 && publishedKeys.values.reduce(0, +) == shared.keyCount
            ),
        ] + listeners.map(\.expectation)
    }

    private var sharing: StoryExpectation {
        let isAskedOnce = shared.questions == 1
        let areSame = Set(shared.uploads).count == 1
        return switch mishap {
        case nil, .stoppedServer:
            StoryExpectation(
                text: "Anna was asked once, and her keys reached the server with one TAN and one upload",
                held: isAskedOnce && shared.tans == 1 && shared.uploads.count == 1
            )
        case .expiredTAN:
            StoryExpectation(
                text: "Anna was asked once, and her phone took a second TAN by itself for one upload",
                held: isAskedOnce && shared.tans == 2 && shared.uploads.count == 1
            )
        case .lostAnswer:
            StoryExpectation(
                text: "Anna was asked once, and the same bytes reached the server twice, with one TAN",
                held: isAskedOnce && shared.tans == 1 && shared.uploads.count == 2 && areSame
            )
        }
    }
}

extension StoryRecord {
    /// The number of keys in each package that came to phones, by its path.
    ///
    /// - Throws: if a package is not signed with `key`.
    func keyCounts(verifiedWith key: String) throws -> [String: Int] {
        let verifier = try ExportVerifier(keys: [ExportVerificationKey(key)])
        return try packages.mapValues { try ExportArchive($0).verified(by: verifier).contents.keyCount }
    }
}
