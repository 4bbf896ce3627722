import AssociationAPI
import AssociationProtocol
import ExposurePrimitives

/// The account of this phone: its number, and the chain key of today alone. A thief finds no key of a past day.
struct StoredAccount: Codable, Equatable, Sendable {
    private let registration: StoredBytes
    private let district: String
    /// The day of the chain key.
    private(set) var day: CalendarDay
    private var chain: StoredBytes

    init(registration: RegistrationID, district: PostalDistrict, chain: ChainKey) {
        self.registration = StoredBytes(registration.exposedBytes)
        self.district = district.text
        day = chain.day
        self.chain = StoredBytes(chain.exposedBytes)
    }

    /// Goes on to a later day, and forgets the key of the day before. An earlier day changes nothing: no key leads
    /// back.
    mutating func advance(to today: CalendarDay) {
        guard today > day, let next = try? chainKey.advanced(to: today) else {
            return
        }
        day = next.day
        chain = StoredBytes(next.exposedBytes)
    }

    var chainKey: ChainKey {
        get throws(AssociationError) { try ChainKey(day: day, bytes: SecretBytes(chain.bytes)) }
    }

    var registrationID: RegistrationID {
        get throws(AssociationError) {
            guard let value = Bytes16(registration.bytes) else {
                throw .wrongLength(registration.bytes.count)
            }
            return RegistrationID(value)
        }
    }

    /// The four bytes of the district, as a ticket has them.
    var districtBytes: [UInt8] {
        PostalDistrict(district)?.bytes ?? [UInt8](repeating: 0, count: PostalDistrict.maxLength)
    }

    /// The keys that authenticate a request now. On the evening before a clock was set back, these are tomorrow's,
    /// which the authority accepts too.
    func requestKeys(at now: UnixTime) throws(AssociationError) -> DayKeys {
        try chainKey.dayKeys(on: max(now.utcDay, day))
    }
}
