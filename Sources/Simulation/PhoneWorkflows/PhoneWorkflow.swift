#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    package import PhonePorts
    package import WireFormat
#endif
#if SYSTEM_CORONAWARN
    import CoronaWarnClient
#endif
#if SYSTEM_ASSOCIATION
    import AssociationClient
#endif

#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    /// A system whose app a simulated phone can have. A new system gets a case here.
    package enum PhoneWorkflow: String, CaseIterable, Sendable {
        #if SYSTEM_IMMUNI
            case immuni
        #endif
        #if SYSTEM_CORONAWARN
            case cwa
        #endif
        #if SYSTEM_ASSOCIATION
            case association
        #endif
    }

    extension PhoneWorkflow {
        /// All servers of the workflow behind one address.
        package func servers(at server: ServerURL) -> PhoneServers {
            switch self {
            #if SYSTEM_IMMUNI
                case .immuni: PhoneServers(download: server, upload: server, analytics: server)
            #endif
            #if SYSTEM_CORONAWARN
                case .cwa: PhoneServers([.download: server, .verification: server, .submission: server])
            #endif
            #if SYSTEM_ASSOCIATION
                case .association: PhoneServers([.authority: server])
            #endif
            }
        }
    }
#endif
