import ExposurePrimitives
import Foundation
import PhoneSimulation
import ProximityRadio
import RiskModels
import WireFormat

extension FuzzTarget {
    /// The small texts that everything else is made of: bytes in base 16 and base 64, days, months, moments of HTTP,
    /// addresses.
    static let texts = FuzzTarget(
        "texts",
        maxSize: 256,
        words: ["2026-09-21", "0001-01-01", "9999-12-31", "https://", "=="],
        seeds: {
            [
                "00ff7A", "QUJDRA==", "QUJD-_", "2026-02-28", "2026-09", "https://a.example/b",
                "Mon, 21 Sep 2026 13:33:20 GMT",
            ].map {
                Array($0.utf8)
            }
        },
        check: { bytes in
            let text = bytes.text
            try require(Hex.decode(Hex.encode(bytes)) == bytes, "base 16 loses something")
            try require(Base64.decode(Base64.encode(bytes)) == bytes, "base 64 loses something")
            try require(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "base 64 for URLs loses something")
            if let decoded = Base64.decode(text) {
                try require(Base64.encode(decoded) == text, "one byte string has two texts in base 64")
                try require(Data(base64Encoded: text).map { Array($0) } == decoded, "Foundation reads other base 64")
            }
            if let decoded = Base64URL.decode(text) {
                try require(Base64URL.encode(decoded) == text, "one byte string has two texts in base 64 for URLs")
            }
            let day = CalendarDay(iso: text)
            try require(day.map { $0.description == text } ?? true, "a day reads back otherwise")
            let month = CalendarMonth(iso: text)
            try require(month.map { $0.description == text } ?? true, "a month reads back otherwise")
            let moment = UnixTime(httpDate: text)
            try require(moment.map { $0.httpDate == text } ?? true, "a moment of HTTP reads back otherwise")
            return day != nil || month != nil || moment != nil || ServerURL(text) != nil || Hex.decode(text) != nil
                || Base64.decode(text) != nil || Base64URL.decode(text) != nil
        }
    )

    /// What comes over the radio, and the two files about radios; the first byte chooses.
    static let radio = FuzzTarget(
        "radio",
        maxSize: 4096,
        words: ["avviso-radio-trace 1\nscan,previous,time,listener,sender,attenuation\n", "lowest", "high"],
        seeds: {
            let packet: [UInt8] = [2, 1, 0x1A, 3, 3, 0x6F, 0xFD, 0x17, 0x16, 0x6F, 0xFD] + [UInt8](1...20)
            let trace = try RadioTrace([
                RadioTrace.Packet(scan: 12, previousScan: -240, time: 13, listener: 1, sender: 0, attenuation: 55)
            ])
            return [[0] + packet, [1] + Array(trace.text.utf8), [2] + Array("# a\nGoogle,Pixel 4,-20,3,high\n".utf8)]
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 3) else {
                return false
            }
            switch choice {
            case 0:
                guard let advertisement = try? GAENAdvertisement(packet: rest) else {
                    return false
                }
                try require(advertisement.packet == rest, "a packet reads back otherwise")
            case 1:
                guard let trace = try? RadioTrace(parsing: rest.text) else {
                    return false
                }
                try require(RadioTrace(parsing: trace.text) == trace, "a trace reads back otherwise")
            default:
                return (try? CalibrationTable(parsing: rest.text)) != nil
            }
            return true
        }
    )

    /// The parameters of risk rules in JSON, and what each rule then makes of an exposure; the first byte chooses the rule.
    static let rules = FuzzTarget(
        "rules",
        maxSize: 8192,
        words: ["\"min\":", "\"max\":", "1e308", "-1", "9223372036854775807"],
        seeds: {
            try RuleSet.allCases.enumerated().map { [UInt8($0.offset)] + (try $0.element.publishedConfiguration()) }
        },
        check: { bytes in
            guard let (choice, configuration) = bytes.choice(among: RuleSet.allCases.count),
                let model = try? RuleSet.allCases[choice].model(configuration: configuration)
            else {
                return false
            }
            let assessment = model.assess(try SampleExposure.matches.get(), now: FuzzMoment.now)
            let scores = assessment.days.map(\.score)
            try require(scores.allSatisfy(\.isFinite), "a score is no number")
            return true
        }
    )
}
