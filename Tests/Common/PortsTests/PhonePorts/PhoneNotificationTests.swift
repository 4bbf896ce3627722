import ExposurePrimitives
import Foundation
import PhonePorts
import Testing

@Suite("A notification in a file")
struct PhoneNotificationTests {
    @Test(
        "is an object with its kind, which each client defines",
        arguments: [
            (
                PhoneNotification("riskOfExposure", lastContact: CalendarDay(daysSinceEpoch: 20_778)),
                #"{"riskOfExposure":{"lastContact":20778}}"#
            ),
            (PhoneNotification("result-available"), #"{"result-available":{}}"#),
        ]
    )
    func form(notification: PhoneNotification, json: String) throws {
        #expect(String(decoding: try JSONEncoder().encode(notification), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(PhoneNotification.self, from: Data(json.utf8)) == notification)
    }

    @Test(
        "is refused in any other form",
        arguments: ["{}", #"{"a":{},"b":{}}"#, #"{"a":1}"#, #"{"a":{"lastContact":"x"}}"#]
    )
    func refused(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(PhoneNotification.self, from: Data(json.utf8))
        }
    }
}
