import PhonePorts

extension PhoneStorageError {
    /// Maps every failure to the port's error, which says nothing about content or places.
    static func mapping<Value>(_ body: () throws -> Value) throws(PhoneStorageError) -> Value {
        do {
            return try body()
        } catch {
            throw PhoneStorageError()
        }
    }
}
