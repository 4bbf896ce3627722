import ExposurePrimitives
import Testing
import WireFormat

@Suite("Reading JSON strictly")
struct JSONReaderTests {
    private func parse(_ text: String) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    private func integer(_ text: String, in range: ClosedRange<Int> = 0...100) throws(JSONError) -> Int {
        var reader = JSONReader(Array(text.utf8))
        let value = try reader.readInteger(in: range)
        try reader.readEnd()
        return value
    }

    private static let accepted = [
        (#" { "a" : [ 1 , -2.5e+3 , true , false , null , "x" ] } "#, #"{"a":[1,-2.5e+3,true,false,null,"x"]}"#),
        ("{}", "{}"), ("[]", "[]"), (#""é\u00e9\n\/""#, #""éé\u000a/""#), (#""\ud83d\ude00""#, #""😀""#),
        ("-0", "-0"), ("\t\r\n0 ", "0"),
    ]

    @Test("reads what RFC 8259 allows and writes it back compactly", arguments: accepted)
    func accepts(text: String, written: String) throws {
        #expect(String(decoding: try parse(text).encoded, as: UTF8.self) == written)
    }

    private static let refused = [
        "", " ", "{", "[", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "+1", "1.", ".5", "1e", "-", "nul", "tru",
        "\"\u{1}\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"a", "\"\\",
        "1 2", "{} x", "[1 2]", "{\"a\" 1}", "\u{FEFF}1", "NaN", "Infinity", "\"\\u12g4\"", "\"\\u+123\"",
    ]

    @Test("refuses what RFC 8259 does not allow", arguments: refused)
    func refuses(text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test("refuses bytes that are not UTF-8")
    func invalidUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
            #expect(throws: JSONError.invalidText) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
        }
    }

    private static let noIntegers = ["1.0", "1.9", "1e1", "\"12\"", "true", "null", "99999999999999999999"]

    @Test("an integer has no fraction and no exponent, and is neither a string nor a boolean", arguments: noIntegers)
    func integersAreStrict(text: String) {
        #expect(throws: JSONError.self) { try integer(text) }
    }

    @Test("integers have limits on both sides")
    func integerLimits() throws {
        #expect(try integer("0") == 0)
        #expect(try integer("100") == 100)
        #expect(throws: JSONError.outOfRange) { try integer("-1") }
        #expect(throws: JSONError.outOfRange) { try integer("101") }
    }

    @Test("a name may occur once in an object")
    func repeatedNames() throws {
        #expect(throws: JSONError.repeatedName) { try parse(#"{"a":1,"a":1}"#) }
        #expect(throws: JSONError.repeatedName) { try parse(#"{"a":1,"\u0061":1}"#) }
        // Few names are compared one by one, many are looked up.
        for count in [2, 15, 16, 17, 100] {
            let names = (0..<count).map { "\"\($0)\":0" }
            #expect(throws: Never.self) { try parse("{\(names.joined(separator: ","))}") }
            for repeated in [0, count - 1] {
                let text = "{\((names + [names[repeated]]).joined(separator: ","))}"
                #expect(throws: JSONError.repeatedName, "\(repeated) of \(count)") { try parse(text) }
            }
        }
        _ = try parse(#"{"a":1,"b":{"a":1}}"#)
    }

    /// A comparison of each name with all names before it would take many minutes.
    @Test("an object of very many names takes no longer than its size allows", .timeLimit(.minutes(2)))
    func manyNames() throws {
        let names = (0..<300_000).map { "\"\($0)\":0" }
        _ = try parse("{\(names.joined(separator: ","))}")
    }

    @Test("nesting is bounded")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        _ = try parse(nested(JSONReader.maxDepth))
        #expect(throws: JSONError.tooDeep) { try parse(nested(JSONReader.maxDepth + 1)) }
        #expect(throws: JSONError.tooDeep) { try parse(String(repeating: "[", count: 1_000_000)) }
    }

    @Test("padding is skipped, with its alphabet and length enforced")
    func padding() throws {
        func skip(_ text: String) throws {
            var reader = JSONReader(Array(text.utf8))
            try reader.skipLettersAndDigits(atMost: 3)
            try reader.readEnd()
        }
        for text in ["\"\"", "\"a\"", "\"azA\"", "\"Z09\""] {
            try skip(text)
        }
        for text in ["\"aaaa\"", "\"a-\"", "\"a", "a", "\"a\\u0061\""] {
            #expect(throws: JSONError.self) { try skip(text) }
        }
    }

    @Test("padding is only letters and digits, at every position")
    func paddingAlphabet() {
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
        for byte in UInt8.min...UInt8.max {
            for place in [0, 1, 255, 256, 300, 511, 512, 599] {
                var text = [UInt8](repeating: UInt8(ascii: "0"), count: 600)
                text[place] = byte
                var reader = JSONReader([UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")])
                let passes = (try? reader.skipLettersAndDigits(atMost: 600)) != nil && (try? reader.readEnd()) != nil
                #expect(passes == allowed.contains(byte), "byte \(byte) at \(place)")
            }
        }
    }

    @Test("reading any bytes ends with a value or an error")
    func mutations() {
        var generator = SeededGenerator(seed: 42)
        let sample = Array(#"{"a":[1,-2.5e3,{"b":"\u00e9\n"},null,true],"c":"xyz"}"#.utf8)
        for _ in 0..<20_000 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: position)
                default: bytes.insert(bytes[position], at: position)
                }
            }
            if let value = try? JSONValue(parsing: bytes) {
                // An accepted value can be written and read again.
                #expect((try? JSONValue(parsing: value.encoded)) == value)
            }
        }
    }

    @Test("an endpoint's path takes its parameters in order")
    func endpointPaths() {
        let endpoint = Endpoint(.get, "/v1/keys/{index}")
        #expect(endpoint.path("7") == "/v1/keys/7")
        #expect(Endpoint(.get, "/v1/keys/index").path() == "/v1/keys/index")
    }
}
