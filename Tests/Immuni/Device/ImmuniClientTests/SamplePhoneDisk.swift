import ExposureFramework
import ExposurePrimitives
import Foundation
import PhoneFiles
import PhonePorts
import PhoneSimulation

/// What a phone keeps when it is switched off: files and keys of framework and app.
struct SamplePhoneDisk {
    let framework: any PhoneStorage
    let frameworkVault: any KeyVault
    let app: any PhoneStorage
    let appVault: any KeyVault

    /// In the memory.
    init(app: any PhoneStorage & KeyVault = InMemoryPhoneStorage()) {
        let framework = InMemoryPhoneStorage()
        (self.framework, frameworkVault) = (framework, framework)
        (self.app, appVault) = (app, app)
    }

    /// In a folder, with the adapters of simulated phones; the keys lie beside it, as they are not part of it.
    init(folder: URL) throws {
        framework = try FilePhoneStorage(folder: folder.appending(path: "phone/framework"))
        app = try FilePhoneStorage(folder: folder.appending(path: "phone/app"))
        frameworkVault = FileKeyVault(file: folder.appending(path: "framework.key"))
        appVault = FileKeyVault(file: folder.appending(path: "app.key"))
    }
}
