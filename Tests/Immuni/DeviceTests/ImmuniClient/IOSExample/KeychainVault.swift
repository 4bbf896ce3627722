#if canImport(Security)
    import ExposurePrimitives
    import Foundation
    import PhonePorts
    import Security

    struct KeychainVault: KeyVault {
        /// One account for the framework, another for the app.
        let account: String

        private var query: [CFString: Any] {
            [kSecClass: kSecClassGenericPassword, kSecAttrService: "org.example.app", kSecAttrAccount: account]
        }

        func key() throws(PhoneStorageError) -> SecretBytes? {
            var item: CFTypeRef?
            switch SecItemCopyMatching(query.merging([kSecReturnData: true]) { $1 } as CFDictionary, &item) {
            case errSecSuccess: return (item as? Data).map { SecretBytes(Array($0)) }
            case errSecItemNotFound: return nil
            default: throw PhoneStorageError()  // locked: do not start again
            }
        }

        func store(_ key: SecretBytes) throws(PhoneStorageError) {
            SecItemDelete(query as CFDictionary)
            let added: [CFString: Any] = [
                kSecValueData: Data(key.exposedBytes),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            guard SecItemAdd(query.merging(added) { $1 } as CFDictionary, nil) == errSecSuccess else {
                throw PhoneStorageError()
            }
        }

        func deleteKey() throws(PhoneStorageError) {
            guard [errSecSuccess, errSecItemNotFound].contains(SecItemDelete(query as CFDictionary)) else {
                throw PhoneStorageError()
            }
        }
    }
#endif
