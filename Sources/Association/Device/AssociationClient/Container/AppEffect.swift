import AssociationAPI
import ExposurePrimitives
import PhonePorts

/// An effect of the app outside itself. The state that belongs to it is written to the file first.
enum AppEffect: Equatable, Sendable {
    case life(LifeEffect)
    /// Asks for an account with a private key.
    case register(StoredBytes, in: PostalDistrict)
    /// Asks for the right or sends a batch, genuine or not.
    case send(SlotCall)
    /// Asks the authority for alerts.
    case poll(StoredAccount)
    /// Tells the authority that the account ends. Whether it arrived changes nothing.
    case endAccount(StoredAccount)
    /// Asks the authority for attestations.
    case attest(AttestationCall)
    /// Looks for boxes for this phone in what the authority publishes.
    case search(BoxSearch)
    case show(PhoneNotification)
    case schedule(PhoneTask, at: UnixTime?)
    /// Tells the sender of the action that it was taken, and is in the file.
    case taken
}
