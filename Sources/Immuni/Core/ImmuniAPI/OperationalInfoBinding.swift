import Crypto
public import ExposurePrimitives

/// The digest that the attestation of an Android phone is bound to, over the facts that it sends and a salt.
///
/// The contract's nonce is this digest in base 64 (Immuni, Privacy-Preserving Analytics, "nonce").
public enum OperationalInfoBinding {
    /// SHA-256 over the UTF-8 text of all values in this order, without separators; a flag is `0` or `1`.
    ///
    /// - Parameters:
    ///   - lastRiskyExposureOn: as sent, also if nobody was notified.
    ///   - salt: its text as sent, in base 64.
    public static func digest(
        province: Province,
        exposurePermission: Bool,
        bluetoothActive: Bool,
        notificationPermission: Bool,
        exposureNotification: Bool,
        lastRiskyExposureOn: CalendarDay,
        salt: String
    ) -> [UInt8] {
        let flags = [exposurePermission, bluetoothActive, notificationPermission, exposureNotification]
        let text = province.code + flags.map { $0 ? "1" : "0" }.joined() + "\(lastRiskyExposureOn)" + salt
        return Array(SHA256.hash(data: Array(text.utf8)))
    }
}
