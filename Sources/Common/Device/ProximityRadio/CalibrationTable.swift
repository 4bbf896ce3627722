/// The calibrations of phone models, as a health authority maintains them.
///
/// The table has lines of `manufacturer,model,transmit power in dBm,receive correction in dB,confidence`. The
/// confidence is `lowest`, `low`, `medium` or `high`. Empty lines and lines that begin with `#` are ignored.
public struct CalibrationTable: Sendable {
    private var calibrations: [PhoneModel: RadioCalibration] = [:]

    private struct PhoneModel: Hashable {
        let manufacturer: String
        let model: String

        init(_ manufacturer: some StringProtocol, _ model: some StringProtocol) {
            self.manufacturer = manufacturer.lowercased()
            self.model = model.lowercased()
        }
    }

    /// - Throws: the first wrong line. A model that is listed twice is an error.
    public init(parsing text: String) throws(CalibrationTableError) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 5, !fields[0].isEmpty, !fields[1].isEmpty, let calibration = Self.read(fields[2...])
            else {
                throw .malformedLine(index + 1)
            }
            guard calibrations.updateValue(calibration, forKey: PhoneModel(fields[0], fields[1])) == nil else {
                throw .repeatedModel(line: index + 1)
            }
        }
    }

    /// The calibration of a model, whatever the case of its letters; `unknown` if the table does not have it.
    public func calibration(manufacturer: String, model: String) -> RadioCalibration {
        calibrations[PhoneModel(manufacturer, model)] ?? .unknown
    }

    private static func read(_ fields: ArraySlice<Substring>) -> RadioCalibration? {
        let names = ["lowest", "low", "medium", "high"]
        guard let power = Int8(fields[fields.startIndex]), let correction = Int8(fields[fields.startIndex + 1]),
            let index = names.firstIndex(of: String(fields[fields.startIndex + 2])),
            plausiblePowers.contains(power)
        else {
            return nil
        }
        return RadioCalibration(
            transmitPower: power,
            receiveCorrection: correction,
            confidence: RadioCalibration.Confidence.allCases[index]
        )
    }

    /// The transmit powers that listeners accept.
    private static let plausiblePowers: ClosedRange<Int8> = -50...20
}

/// An error in a table of calibrations.
public enum CalibrationTableError: Error, Equatable {
    /// The line, counted from 1, does not have the five fields, or one of them is out of its range.
    case malformedLine(Int)
    case repeatedModel(line: Int)
}
