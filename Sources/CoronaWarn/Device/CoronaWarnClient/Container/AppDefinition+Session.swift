import ClientKit
import ExposurePrimitives

extension AppDefinition {
    func end(of effect: SessionEffect, for container: isolated StateContainer<AppDefinition>) async -> SessionMessage? {
        let storage = PackageStorage(phone.storage)
        switch effect {
        case .download(let order):
            let files = SignedTreeFiles(keys: reducer.app.keys, transport: phone.transport, clock: phone.clock)
            return .downloaded(await DownloadSession(files: files, storage: storage, order: order).run())
        case .check(let order):
            let check = ExposureCheck(
                framework: phone.framework,
                storage: storage,
                keys: reducer.app.keys,
                order: order,
                now: phone.clock.now()
            )
            return .checked(await check.run())
        case .deletePackages(let packages):
            storage.delete(packages)
            return nil
        }
    }
}
