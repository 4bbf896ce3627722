import KeyExport
import MessageSignatures
package import PhonePage

#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    package import PhonePorts
#endif
#if SYSTEM_IMMUNI
    package import ImmuniClient
    import ImmuniPhonePage
#endif
#if SYSTEM_CORONAWARN
    import CoronaWarnClient
    import CoronaWarnConfiguration
    import CoronaWarnPhonePage
#endif
#if SYSTEM_ASSOCIATION
    package import AssociationClient
    import AssociationPhonePage
#endif

/// Makes the apps of a simulated phone with the keys that are built into them.
///
/// Each app of a phone needs a transport of its own: a connection that two apps share would show that they are on one
/// phone.
package struct PhoneApps: Sendable {
    let platform: PhonePlatform
    let exportKey: String?
    let messageKey: String?

    /// - Parameters:
    ///   - exportKey: the public key (PEM) of exports and packages; nil if no app has any.
    ///   - messageKey: the public key (PEM) of signed documents; nil if the servers do not sign them.
    package init(platform: PhonePlatform, exportKey: String?, messageKey: String?) {
        (self.platform, self.exportKey, self.messageKey) = (platform, exportKey, messageKey)
    }

    private func exportVerifier() throws -> ExportVerifier {
        try ExportVerifier(keys: exportKey.map { [try ExportVerificationKey($0)] } ?? [])
    }
}

#if SYSTEM_IMMUNI
    extension PhoneApps {
        package func immuni(
            through transport: any PhoneTransport,
            evidence: MobileClient.Evidence
        ) throws -> any HostedClient {
            HostedImmuniClient(
                MobileClient.App(
                    platform: .init(platform),
                    build: 1,
                    exportVerifier: try exportVerifier(),
                    messageVerifier: try messageKey.map { try MessageVerifier(keys: [MessageVerificationKey(pem: $0)]) }
                ),
                transport: transport,
                evidence: evidence
            )
        }
    }
#endif

#if SYSTEM_CORONAWARN
    extension PhoneApps {
        /// - Throws: without a key for signed documents, too: the app takes none without a signature.
        package func coronaWarn(through transport: any PhoneTransport) throws -> any HostedClient {
            HostedCoronaWarnClient(
                CoronaWarnApp.App(
                    platform: platform == .iOS ? .iOS : .android,
                    keys: try AuthorityKeys(
                        packages: try exportVerifier(),
                        messages: try messageKey.map { [try MessageVerificationKey(pem: $0)] } ?? []
                    )
                ),
                transport: transport
            )
        }
    }
#endif

#if SYSTEM_ASSOCIATION
    extension PhoneApps {
        package func association(_ app: AssociationApp.App, through transport: any PhoneTransport) -> any HostedClient {
            HostedAssociationClient(app, transport: transport)
        }
    }
#endif
