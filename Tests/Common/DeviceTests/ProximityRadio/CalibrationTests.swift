import GAENCore
import ProximityRadio
import Testing

@Suite("Calibrations of phone models")
struct CalibrationTests {
    @Test("are found by manufacturer and model, in upper or lower case")
    func found() throws {
        let table = try CalibrationTable(
            parsing: """
                # manufacturer,model,transmit power,receive correction,confidence
                Acme,One,-24,5,high

                Acme,Two,-20,-3,low
                """
        )
        let one = RadioCalibration(transmitPower: -24, receiveCorrection: 5, confidence: .high)
        #expect(table.calibration(manufacturer: "ACME", model: "one") == one)
        #expect(table.calibration(manufacturer: "Acme", model: "Two").receiveCorrection == -3)
        #expect(table.calibration(manufacturer: "Acme", model: "Three") == .unknown)
        #expect(table.calibration(manufacturer: "Other", model: "One") == .unknown)
    }

    @Test(
        "are refused with one field too few or too many, out of range, or with another confidence",
        arguments: [
            "A,B,-20,0", "A,B,-20,0,high,x", ",B,-20,0,high", "A,,-20,0,high", "A,B,-51,0,high", "A,B,21,0,high",
            "A,B,x,0,high", "A,B,-20,128,high", "A,B,-20,0,best",
        ]
    )
    func malformed(line: String) {
        #expect(throws: CalibrationTableError.malformedLine(2)) { try CalibrationTable(parsing: "#\n" + line) }
    }

    @Test("accept the powers from −50 to 20 dBm", arguments: [-50, 20])
    func powers(power: Int) throws {
        let table = try CalibrationTable(parsing: "A,B,\(power),0,medium")
        #expect(Int(table.calibration(manufacturer: "A", model: "B").transmitPower) == power)
    }

    @Test("are refused if a model is listed twice")
    func twice() {
        #expect(throws: CalibrationTableError.repeatedModel(line: 2)) {
            try CalibrationTable(parsing: "A,B,-20,0,high\na,b,-21,0,high")
        }
    }

    @Test("are sent to listeners in metadata of version 1.1", arguments: RadioCalibration.Confidence.allCases)
    func metadata(confidence: RadioCalibration.Confidence) {
        let calibration = RadioCalibration(transmitPower: -20, receiveCorrection: 0, confidence: confidence)
        #expect(calibration.metadata.encoded.bytes == [0x50 | confidence.rawValue << 2, 0xEC, 0, 0])
    }

    @Test(
        "correct signal strengths within −127…126 dBm, and leave 127, which means unknown",
        arguments: [(-60, 5, -55), (-127, -1, -127), (-126, -1, -127), (126, 1, 126), (125, 1, 126), (127, -3, 127)]
    )
    func corrected(rssi: Int8, correction: Int8, expected: Int8) {
        let calibration = RadioCalibration(transmitPower: -20, receiveCorrection: correction, confidence: .high)
        #expect(calibration.corrected(rssi) == expected)
    }
}
