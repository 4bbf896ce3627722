import DeviceAttestation
import ExposurePrimitives
import NIOHTTP1
import WireFormat

/// The control interface of the emulator; docs/devicecheck.md lists its requests.
struct DeviceCheckControl: Answering {
    let devices: EmulatedDevices

    private typealias Answer = (status: Int, body: String)

    @concurrent
    func answer(_ request: EmulatedRequest) async -> EmulatedAnswer? {
        let parts = request.path.split(separator: "/").map(String.init)
        let value = request.body.isEmpty ? JSONValue.object([]) : try? JSONValue(parsing: request.body)
        let answer = value.flatMap { self.answer(to: request.head.method, parts, $0) } ?? (400, "no such request\n")
        return EmulatedAnswer(status: answer.status, body: answer.body)
    }

    private func answer(to method: HTTPMethod, _ parts: [String], _ value: JSONValue) -> Answer? {
        switch (method, parts.count, parts.first) {
        case (.GET, 1, "state"):
            return json(["calls": .integer(devices.calls), "time": .integer(devices.now.seconds)])
        case (.PUT, 1, "time"):
            return value["time"]?.integer.map { seconds in
                devices.set(time: UnixTime(Int64(seconds)))
                return (200, "")
            }
        case (.POST, 1, "mishaps"): return plan(value)
        case (.DELETE, 1, "mishaps"):
            devices.clearPlan()
            return (200, "")
        case (.POST, 3, "devices") where parts[2] == "tokens":
            return json(["token": .string(devices.token(of: parts[1]))])
        case (.GET, 2, "devices"): return device(parts[1])
        case (.PUT, 2, "devices"): return set(parts[1], value)
        default: return nil
        }
    }

    private func device(_ name: String) -> Answer {
        guard let (state, updates) = devices.device(name) else {
            return (404, "no such device\n")
        }
        return json([
            "bit0": .boolean(state.bits.bit0), "bit1": .boolean(state.bits.bit1),
            "last_update_time": state.lastUpdate.map { .string($0.description) } ?? .null,
            "updates": .integer(updates),
        ])
    }

    private func set(_ name: String, _ value: JSONValue) -> Answer? {
        guard case .boolean(let bit0) = value["bit0"], case .boolean(let bit1) = value["bit1"],
            case .string(let text) = value["last_update_time"], let month = CalendarMonth(iso: text)
        else {
            return nil
        }
        devices.set(name, to: DeviceState(bits: DeviceBits(bit0: bit0, bit1: bit1), lastUpdate: month))
        return (200, "")
    }

    private func plan(_ value: JSONValue) -> Answer? {
        var mishap = EmulatedDevices.Mishap()
        mishap.delayBefore = value["delay_before"]?.integer ?? 0
        mishap.delayAfter = value["delay_after"]?.integer ?? 0
        mishap.status = value["status"]?.integer
        mishap.losesAnswer = value["lose_answer"] == true
        mishap.body = value["body"]?.text
        mishap.trickle = value["trickle"]?.integer ?? 0
        guard let count = (value["count"] ?? 1).integer, (1...10_000).contains(count) else {
            return nil
        }
        devices.plan(mishap, count: count, endpoint: value["endpoint"]?.text)
        return (200, "")
    }

    private func json(_ value: JSONValue) -> Answer {
        (200, String(decoding: value.encoded, as: UTF8.self) + "\n")
    }
}

extension JSONValue {
    fileprivate var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
