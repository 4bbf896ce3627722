/// The constants of the zip format that plain archives need (PKWARE APPNOTE.TXT 6.3.10, sections 4.3 and 4.4).
enum ZipFormat {
    static let localHeader: UInt32 = 0x0403_4B50
    static let centralHeader: UInt32 = 0x0201_4B50
    static let endOfDirectory: UInt32 = 0x0605_4B50
    static let dataDescriptor: UInt32 = 0x0807_4B50

    static let localHeaderSize = 30
    static let centralHeaderSize = 46
    static let endOfDirectorySize = 22
    /// Checksum and two sizes; the signature before them is optional.
    static let dataDescriptorSizes = [12, 16]

    /// Version 2.0, the first with deflate.
    static let version: UInt16 = 20
    /// 1980-01-01, the first day of the format: year 0, month 1, day 1.
    static let firstDate: UInt16 = 0x0021

    enum Flag {
        static let encrypted: UInt16 = 1
        static let sizesFollowData: UInt16 = 1 << 3
        static let utf8Names: UInt16 = 1 << 11
        /// The flags of a plain archive: all flags above except encryption, and the two that state the effort of the
        /// compressor.
        static let accepted: UInt16 = 0b110 | sizesFollowData | utf8Names
    }
}

/// How the data of an entry is stored.
enum ZipMethod: UInt16 {
    case stored = 0
    case deflated = 8
}
