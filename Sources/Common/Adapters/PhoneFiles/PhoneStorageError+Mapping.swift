import PhonePorts

extension PhoneStorageError {
    /// Turns every failure into the port's: it says nothing of content or places.
    static func mapping<Value>(_ body: () throws -> Value) throws(PhoneStorageError) -> Value {
        do {
            return try body()
        } catch {
            throw PhoneStorageError()
        }
    }
}
