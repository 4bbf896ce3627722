import ExposurePrimitives
import Foundation
import PhonePorts
import Testing

@Suite("A notification in a file")
struct PhoneNotificationTests {
    private static let contact = PhoneNotification("riskOfExposure", lastContact: CalendarDay(daysSinceEpoch: 20_778))
    private static let forms = [
        (contact, #"{"riskOfExposure":{"lastContact":20778}}"#),
        (PhoneNotification("result-available"), #"{"result-available":{}}"#),
    ]

    @Test("is an object with its kind, which each client defines", arguments: forms)
    func form(notification: PhoneNotification, json: String) throws {
        #expect(String(decoding: try JSONEncoder().encode(notification), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(PhoneNotification.self, from: Data(json.utf8)) == notification)
    }

    @Test("is refused otherwise", arguments: ["{}", #"{"a":{},"b":{}}"#, #"{"a":1}"#, #"{"a":{"lastContact":"x"}}"#])
    func refused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PhoneNotification.self, from: Data(json.utf8)) }
    }
}
