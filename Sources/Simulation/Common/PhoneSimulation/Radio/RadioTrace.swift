/// A record of the packets that phones heard of each other, drawn from a model or recorded from real phones. It
/// contains the strength of the signals and never their content, so it can be played with any phones.
///
/// The text form has two lines of head and one line for each packet; `docs/radio.md` documents it:
/// ```
/// avviso-radio-trace 1
/// scan,previous,time,listener,sender,attenuation
/// 12,-240,13,1,0,55
/// ```
package struct RadioTrace: Hashable, Sendable {
    /// Ordered by time.
    package let packets: [Packet]

    /// One packet that one phone heard of another. Times are whole seconds from the start of the trace.
    package struct Packet: Hashable, Sendable {
        /// The start of the scan that heard it; 0 or more.
        package let scan: Int64
        /// The end of the listener's previous scan, at most `scan` and usually negative for the first scan; nil if
        /// unknown.
        package let previousScan: Int64?
        /// The time of reception, at least `scan`.
        package let time: Int64
        /// The numbers of the two phones, from 0.
        package let listener: Int
        package let sender: Int
        /// The power of the sent packet minus the power of the received packet, in dB.
        package let attenuation: Int

        package init(scan: Int64, previousScan: Int64?, time: Int64, listener: Int, sender: Int, attenuation: Int) {
            (self.scan, self.previousScan, self.time) = (scan, previousScan, time)
            (self.listener, self.sender, self.attenuation) = (listener, sender, attenuation)
        }
    }

    /// A trace of `packets`, in any order.
    ///
    /// - Throws: an error with the number, from 0, of the first packet whose values are outside their ranges.
    package init(_ packets: [Packet]) throws(RadioTraceError) {
        if let index = packets.firstIndex(where: { !$0.isPossible }) {
            throw .impossiblePacket(index)
        }
        self.init(checked: packets)
    }

    init(checked packets: [Packet]) {
        self.packets = packets.sorted {
            ($0.time, $0.listener, $0.sender, $0.scan, $0.attenuation)
                < ($1.time, $1.listener, $1.sender, $1.scan, $1.attenuation)
        }
    }

    /// The packets between some of the phones.
    package func filtered(_ isIncluded: (_ sender: Int, _ listener: Int) -> Bool) -> RadioTrace {
        RadioTrace(checked: packets.filter { isIncluded($0.sender, $0.listener) })
    }

    /// The maximum length of a trace in seconds: fourteen days.
    package static let longest: Int64 = 14 * 86_400
    /// The maximum number of phones in a trace.
    package static let maxPhones = 100_000
    /// The range that a phone can measure, in dB.
    package static let attenuations = -50...255
}

extension RadioTrace.Packet {
    var isPossible: Bool {
        (0...RadioTrace.longest).contains(scan) && (scan...RadioTrace.longest).contains(time)
            && (previousScan.map { (-RadioTrace.longest...scan).contains($0) } ?? true)
            && (0..<RadioTrace.maxPhones).contains(listener) && (0..<RadioTrace.maxPhones).contains(sender)
            && listener != sender && RadioTrace.attenuations.contains(attenuation)
    }
}

// MARK: - As text

extension RadioTrace {
    /// - Throws: if the head is not that of this format, or for the first wrong line.
    package init(parsing text: String) throws(RadioTraceError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.starts(with: Self.head) else {
            throw .wrongHead
        }
        if lines.last?.isEmpty == true {
            lines.removeLast()
        }
        var packets: [Packet] = []
        for (index, line) in lines.enumerated().dropFirst(Self.head.count) {
            guard let packet = Packet(line: line), packet.isPossible else {
                throw .malformedLine(index + 1)
            }
            packets.append(packet)
        }
        self.init(checked: packets)
    }

    /// The trace as text, which is read back as the same trace.
    package var text: String {
        (Self.head.map(String.init) + packets.map(\.line)).joined(separator: "\n") + "\n"
    }

    private static let head: [Substring] = ["avviso-radio-trace 1", "scan,previous,time,listener,sender,attenuation"]
}

extension RadioTrace.Packet {
    fileprivate init?(line: Substring) {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 6, !line.contains("+"), let scan = Int64(fields[0]), let time = Int64(fields[2]),
            let listener = Int(fields[3]), let sender = Int(fields[4]), let attenuation = Int(fields[5])
        else {
            return nil
        }
        let previousScan = Int64(fields[1])
        guard previousScan != nil || fields[1].isEmpty else {
            return nil
        }
        self.init(
            scan: scan,
            previousScan: previousScan,
            time: time,
            listener: listener,
            sender: sender,
            attenuation: attenuation
        )
    }

    fileprivate var line: String {
        "\(scan),\(previousScan.map(String.init) ?? ""),\(time),\(listener),\(sender),\(attenuation)"
    }
}

/// A fault in a trace.
package enum RadioTraceError: Error, Equatable {
    /// The text does not begin with the two lines of the format.
    case wrongHead
    /// The line, counted from 1, does not have the six numbers, or one of them is out of its range.
    case malformedLine(Int)
    /// The packet, counted from 0, has a value out of its range.
    case impossiblePacket(Int)
}
