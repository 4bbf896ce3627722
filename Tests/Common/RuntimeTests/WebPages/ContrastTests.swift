import Foundation
import Testing
import WebPages

@Suite("Colours of the pages")
struct ContrastTests {
    /// The colours of the light set and of the dark set by name.
    private static let sets: [[String: String]] = {
        let css = String(decoding: BaseStyle.css, as: UTF8.self)
        return css.components(separatedBy: ":root {").dropFirst().map { part in
            var colours: [String: String] = [:]
            for line in part.prefix(while: { $0 != "}" }).split(separator: ";") {
                let pair = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                if pair.count == 2, pair[0].hasPrefix("--") {
                    colours[String(pair[0].dropFirst(2))] = pair[1]
                }
            }
            return colours
        }
    }()

    /// Relative luminance (WCAG 2.2, definitions).
    private static func luminance(_ colour: String) -> Double? {
        guard colour.count == 7, colour.hasPrefix("#"), let value = Int(colour.dropFirst(), radix: 16) else {
            return nil
        }
        let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func contrast(_ one: String, _ other: String, in colours: [String: String]) throws -> Double {
        let first = try #require(colours[one].flatMap(luminance))
        let second = try #require(colours[other].flatMap(luminance))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    @Test("the measure is WCAG's: black on white is 21 to 1, and the grey #767676 just passes")
    func measure() throws {
        let colours = ["black": "#000000", "white": "#ffffff", "grey": "#767676"]
        #expect(abs(try Self.contrast("black", "white", in: colours) - 21) < 0.001)
        #expect(abs(try Self.contrast("grey", "white", in: colours) - 4.54) < 0.01)
    }

    @Test("text has 4.5 to 1 on its background, lines and focus 3 to 1, in light and in dark")
    func contrasts() throws {
        #expect(Self.sets.count == 2)
        for colours in Self.sets {
            for ground in ["page", "surface"] {
                for text in ["text", "quiet", "accent", "good", "bad"] {
                    #expect(try Self.contrast(text, ground, in: colours) >= 4.5, "\(text) on \(ground)")
                }
                for line in ["line", "focus"] {
                    #expect(try Self.contrast(line, ground, in: colours) >= 3, "\(line) on \(ground)")
                }
            }
            for fill in ["accent", "working", "attention", "exposed", "idle"] {
                #expect(try Self.contrast("on-\(fill)", fill, in: colours) >= 4.5, "text on \(fill)")
            }
        }
    }
}
