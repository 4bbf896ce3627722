import FileStorage
import Foundation
import PhonePorts
import PhoneSimulation

/// A phone's disk: the files and keys of framework and app, kept while the phone is switched off.
struct SamplePhoneDisk {
    let framework: any PhoneStorage
    let frameworkVault: any KeyVault
    let app: any PhoneStorage
    let appVault: any KeyVault

    /// A disk in memory.
    init(app: any PhoneStorage & KeyVault = InMemoryPhoneStorage()) {
        let framework = InMemoryPhoneStorage()
        (self.framework, frameworkVault) = (framework, framework)
        (self.app, appVault) = (app, app)
    }

    /// A disk in a folder, with the adapters of simulated phones. The keys are beside the folder, because they are not
    /// part of it.
    init(folder: URL) throws {
        framework = try FilePhoneStorage(folder: folder.appending(path: "phone/framework"))
        app = try FilePhoneStorage(folder: folder.appending(path: "phone/app"))
        frameworkVault = FileKeyVault(file: folder.appending(path: "framework.key"))
        appVault = FileKeyVault(file: folder.appending(path: "app.key"))
    }
}
