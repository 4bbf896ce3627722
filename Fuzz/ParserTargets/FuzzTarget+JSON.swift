import Foundation
import WireFormat

extension FuzzTarget {
    /// The strict JSON reader, beside Foundation's.
    static let json = FuzzTarget(
        "json",
        maxSize: 65_536,
        words: ["true", "false", "null", "\\u00e9", "\\ud83d\\ude00", "1e9", "-0", "\"a\":", "[[", "{\"a\":{"],
        seeds: {
            [
                #"{"a":[1,-2.5e+3,true,false,null,"é\n\u00e9\ud83d\ude00"],"b":{"c":{}}}"#, "[]", " 0 ", #""""#,
                String(repeating: "[", count: JSONReader.maxDepth)
                    + String(repeating: "]", count: JSONReader.maxDepth),
                "{" + (0..<3000).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}",
            ].map { Array($0.utf8) }
        },
        check: { bytes in
            guard let value = try? JSONValue(parsing: bytes) else {
                return false
            }
            try require(JSONValue(parsing: value.encoded) == value, "what was written reads back otherwise")
            let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
            guard let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: options) else {
                try require(value.hasUnusualNumber, "Foundation refuses what we take")
                return true
            }
            try require(value.agrees(with: other), "Foundation reads another value")
            return true
        }
    )
}

extension JSONValue {
    /// Whether a number in it is none that a `Double` holds, which Foundation refuses and we pass on as text.
    fileprivate var hasUnusualNumber: Bool {
        switch self {
        case .number(let text): Double(text).map { !$0.isFinite || $0.magnitude < .leastNormalMagnitude } ?? true
        case .array(let elements): elements.contains(where: \.hasUnusualNumber)
        case .object(let members): members.contains(where: \.value.hasUnusualNumber)
        default: false
        }
    }

    fileprivate func agrees(with other: Any) -> Bool {
        switch (self, other) {
        case (.null, is NSNull): true
        case (.boolean(let value), let other as NSNumber): other.boolValue == value
        case (.number(let text), let other as NSNumber): Self.areClose(Double(text), other.doubleValue)
        case (.string(let text), let other as String): text.utf8.elementsEqual(other.utf8)
        case (.array(let elements), let others as [Any]):
            elements.count == others.count && zip(elements, others).allSatisfy { $0.agrees(with: $1) }
        case (.object(let members), let others as [String: Any]):
            members.count == others.count
                && members.allSatisfy { member in others[member.name].map { member.value.agrees(with: $0) } ?? false }
        default: false
        }
    }

    private static func areClose(_ one: Double?, _ other: Double) -> Bool {
        one == other || one.map { ($0 - other).magnitude <= other.magnitude * 1e-12 } ?? false
    }
}
