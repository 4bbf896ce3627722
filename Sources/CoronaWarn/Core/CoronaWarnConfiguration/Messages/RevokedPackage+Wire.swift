import ExposurePrimitives

extension RevokedPackage {
    /// Whether it names a package at all.
    var isWellFormed: Bool {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return (2...3).contains(region.utf8.count) && region.utf8.allSatisfy(capitals.contains)
            && CalendarDay(iso: date) != nil && hour.map((0...23).contains) != false
            && (1...128).contains(entityTag.utf8.count)
            && entityTag.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
    }
}

extension WireKeyDownloadParameters {
    init(_ packages: [RevokedPackage]) {
        self.init()
        for package in packages {
            guard let hour = package.hour else {
                var wire = WireDayPackage()
                wire.region = package.region
                wire.date = package.date
                wire.etag = package.entityTag
                revokedDayPackages.append(wire)
                continue
            }
            var wire = WireHourPackage()
            wire.region = package.region
            wire.date = package.date
            wire.hour = Int32(clamping: hour)
            wire.etag = package.entityTag
            revokedHourPackages.append(wire)
        }
        downloadTimeoutInSeconds = 60
        overallTimeoutInSeconds = 480
    }

    /// The packages of days, then those of hours.
    var packages: [RevokedPackage] {
        revokedDayPackages.map {
            RevokedPackage(region: $0.region, date: $0.date, hour: nil, entityTag: $0.etag)
        }
            + revokedHourPackages.map {
                RevokedPackage(region: $0.region, date: $0.date, hour: Int($0.hour), entityTag: $0.etag)
            }
    }
}
