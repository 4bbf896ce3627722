public import ExposurePrimitives
import HeraldPayloads

/// The three keys that a phone and its authority share for one day.
public struct DayKeys: Sendable, Redacted {
    public let day: CalendarDay
    /// Makes ClientIDs.
    private let clientIDKey: SecretBytes
    /// The page's "server daily secret key": ticket keys follow from it.
    private let ticketKey: SecretBytes
    /// Authenticates uploads and other requests.
    private let uploadKey: SecretBytes

    init(day: CalendarDay, clientIDKey: SecretBytes, ticketKey: SecretBytes, uploadKey: SecretBytes) {
        self.day = day
        self.clientIDKey = clientIDKey
        self.ticketKey = ticketKey
        self.uploadKey = uploadKey
    }

    /// HMAC-SHA-256 of the interval's number in eight bytes: a time-based one-time password (RFC 6238, step 900
    /// seconds) without the truncation.
    ///
    /// - Throws: `otherDay` for an interval of another day.
    public func clientID(in interval: AssociationInterval) throws(AssociationError) -> ClientID {
        try requireDay(of: interval)
        return try ClientID(OneTimePassword.value(key: clientIDKey, counter: UInt64(interval.number)))
    }

    /// The key under which the issuer whose keys these are encrypts the CTSTicket for one receiver and interval.
    ///
    /// The page encrypts all tickets of a day under one key. Then three tickets for chosen ClientIDs can be cut and
    /// joined to a valid one for anybody (C23). A key for each receiver and interval prevents that.
    func ticketKey(
        for receiver: ClientID,
        in interval: AssociationInterval,
        profile: RadioProfile
    ) throws(AssociationError) -> SecretBytes {
        try requireDay(of: interval)
        let context = interval.startBytes + receiver.exposedBytes
        return Derivation.expand(ticketKey, profile.label("ticket"), context, count: KerberosCipher.keySize)
    }

    /// HMAC-SHA-256 under the upload key.
    func requestTag(of message: [UInt8]) -> SecretBytes {
        SecretBytes(Derivation.authenticate(message, under: uploadKey))
    }

    private func requireDay(of interval: AssociationInterval) throws(AssociationError) {
        guard interval.day == day else {
            throw .otherDay
        }
    }

    var exposedClientIDKey: [UInt8] { clientIDKey.exposedBytes }
    var exposedTicketKey: [UInt8] { ticketKey.exposedBytes }
    var exposedUploadKey: [UInt8] { uploadKey.exposedBytes }
}

/// The inner value of a time-based one-time password (RFC 6238) before its truncation to digits.
enum OneTimePassword {
    static func value(key: SecretBytes, counter: UInt64) -> [UInt8] {
        Derivation.authenticate([UInt8](counter), under: key)
    }
}
