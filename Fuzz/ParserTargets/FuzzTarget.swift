import ExposurePrimitives

/// A parser of bytes that others make, with what must hold whatever the bytes are.
///
/// `avviso-fuzz` runs each under libFuzzer. The tests run each over its seeds, the inputs that were findings once, and
/// seeds with random changes.
package struct FuzzTarget: Sendable {
    /// As on the command line.
    package let name: String
    /// Bytes of the largest input: the limit of the parser's callers, or enough for everything that the parser does.
    package let maxSize: Int
    /// Words of the format that a fuzzer would hardly find.
    package let words: [String]
    /// Inputs to begin with, which are accepted, most of them by our own writers.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Feeds the parser, and says whether it accepted the input.
    ///
    /// - Throws: ``BrokenProperty``, or what a writer refuses although the parser accepted it.
    package let check: @Sendable ([UInt8]) async throws -> Bool

    package init(
        _ name: String,
        maxSize: Int,
        words: [String] = [],
        seeds: @escaping @Sendable () throws -> [[UInt8]],
        check: @escaping @Sendable ([UInt8]) async throws -> Bool
    ) {
        self.name = name
        self.maxSize = maxSize
        self.words = words
        self.seeds = seeds
        self.check = check
    }

    package static let all: [FuzzTarget] = common + ofSystems

    private static let common = [
        json, http, multipart, signatures, export, document, zipArchive, kernel, appAttest, certificates, jose,
        verdicts, sightings, pem,
        keyRing, texts, radio, rules,
    ]

    /// Those of the systems that are built.
    private static let ofSystems: [FuzzTarget] = {
        var targets: [FuzzTarget] = []
        #if SYSTEM_IMMUNI
            targets += immuni
        #endif
        #if SYSTEM_CORONAWARN
            targets += coronaWarn
        #endif
        #if SYSTEM_ASSOCIATION
            targets += association
        #endif
        return targets
    }()
}

/// Something that must hold and did not, for the input at hand.
package struct BrokenProperty: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

func require(_ holds: Bool, _ property: @autoclosure () -> String) throws {
    guard holds else {
        throw BrokenProperty(description: property())
    }
}

extension [UInt8] {
    /// The input as text; what is no UTF-8 is repaired, as for the fields of a request.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// The first byte chooses among `count`; the rest is the input.
    func choice(among count: Int) -> (choice: Int, rest: [UInt8])? {
        first.map { (Int($0) % count, Array(dropFirst())) }
    }
}

/// The moment at which every target lives, as a clock that stands still: 2026-09-21.
struct FuzzMoment: WallClock {
    func now() -> UnixTime { Self.now }

    static let now = UnixTime(1_790_000_000)
    static var today: CalendarDay { now.utcDay }
}
