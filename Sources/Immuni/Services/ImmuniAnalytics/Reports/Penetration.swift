package import AnalyticsStores

/// The number of phones of each platform in use in each province, from the authority's own sources.
package struct Penetration: Sendable {
    private let phones: [String: [OperationalFacts.Platform: Int]]

    /// The reason why a table was refused.
    package struct Refusal: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Reads lines of `province,platform,phones` below such a heading. Every province of the table, `EX` and `unknown`
    /// included, must have both platforms once.
    package init(csv: String) throws(Refusal) {
        var phones: [String: [OperationalFacts.Platform: Int]] = [:]
        let lines = csv.split(whereSeparator: \.isNewline)
        guard lines.first == Self.heading[...] else {
            throw Refusal(description: "the table of phones does not begin with \(Self.heading)")
        }
        for (number, line) in lines.enumerated().dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 3, Cubes.provinces.contains(String(fields[0])),
                let platform = OperationalFacts.Platform(rawValue: String(fields[1])),
                let count = Int(fields[2]), (0...Self.max).contains(count),
                phones[String(fields[0])]?[platform] == nil
            else {
                throw Refusal(description: "line \(number + 1) of the table of phones is wrong or repeated: \(line)")
            }
            phones[String(fields[0]), default: [:]][platform] = count
        }
        if let missing = Cubes.provinces.first(where: { phones[$0]?.count != 2 }) {
            throw Refusal(description: "the table of phones lacks a line for \(missing)")
        }
        self.phones = phones
    }

    package func phones(in province: String, _ platform: OperationalFacts.Platform) -> Int {
        phones[province]?[platform] ?? 0
    }

    package func phones(in province: String) -> Int {
        OperationalFacts.Platform.allCases.reduce(0) { $0 + phones(in: province, $1) }
    }

    package func phones(in provinces: [String]) -> Int {
        provinces.reduce(0) { $0 + phones(in: $1) }
    }

    /// A table with zeros, to fill in.
    package static var template: String {
        heading + "\n"
            + Cubes.provinces.flatMap { province in Cubes.platforms.map { "\(province),\($0),0\n" } }.joined()
    }

    private static let heading = "province,platform,phones"
    private static let max = 100_000_000
}
