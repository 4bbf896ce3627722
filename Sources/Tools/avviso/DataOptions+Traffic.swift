#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import LoadGeneration
    import LoadModel
    import ServiceKit

    #if SYSTEM_ASSOCIATION
        import AssociationLoad
    #endif

    /// The settings in force, from which plan and load follow: those of the server that the options name, and without
    /// one the published values.
    extension DataOptions {
        /// Whether anything says where the data of a server are: an option, the environment or a file.
        func nameServer(_ reader: SettingsReader) -> Bool {
            ["data", "database.url"].contains { reader.origin(of: $0) != .default }
        }

        /// The origin of the phones' settings, for people.
        func sourceOfSettings(of system: LoadSystem) async throws -> String {
            #if SYSTEM_ASSOCIATION
                if system == .association {
                    return "the parameters of the app"
                }
            #endif
            return try await nameServer(reader()) ? "the phones' settings in force" : "the phones' published settings"
        }

        func serverFacts(for traffic: any LoadTraffic) async throws -> ServerFacts {
            let host = try HostConfiguration(await reader())
            return ServerFacts(
                releaseSeconds: (host.cover.schedule.floor + host.cover.schedule.tick / 2) / .seconds(1),
                idleSeconds: host.limits.idle / .seconds(1),
                memoryPerPhone: traffic.memoryPerPhone
            )
        }

        func traffic(of system: LoadSystem, slotSeconds: Int) async throws -> any LoadTraffic {
            switch system {
            #if SYSTEM_IMMUNI
                case .immuni: try await immuniTraffic()
            #endif
            #if SYSTEM_CORONAWARN
                case .cwa: try await coronaWarnTraffic()
            #endif
            #if SYSTEM_ASSOCIATION
                case .association: AssociationTraffic(secondsBetweenSlots: slotSeconds)
            #endif
            }
        }
    }
#endif
