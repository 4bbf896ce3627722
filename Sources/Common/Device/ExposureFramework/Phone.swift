public import ExposurePrimitives
public import PhonePorts

extension PortableExposureFramework {
    /// The parts of a phone that the framework uses.
    public struct Phone: Sendable {
        public let radio: any BluetoothRadio
        public let storage: any PhoneStorage
        public let vault: any KeyVault
        public let prompts: any PhonePrompts
        public let alerts: any ExposureAlerts
        public let clock: any WallClock
        /// The generator of keys. It must be the system's generator outside simulations and tests.
        public let generator: any RandomNumberGenerator & Sendable

        public init(
            radio: any BluetoothRadio,
            storage: any PhoneStorage,
            vault: any KeyVault,
            prompts: any PhonePrompts,
            alerts: any ExposureAlerts,
            clock: any WallClock,
            generator: any RandomNumberGenerator & Sendable
        ) {
            self.radio = radio
            self.storage = storage
            self.vault = vault
            self.prompts = prompts
            self.alerts = alerts
            self.clock = clock
            self.generator = generator
        }
    }
}
