/// The script of a letter (Unicode property `Script`), which Swift's standard library does not provide.
///
/// The table follows `Scripts.txt` of Unicode 14.0 for letters of the scripts recommended for identifiers (UAX 31, table 5), and of
/// Cherokee and Coptic, because their letters resemble those of others. Ranges are joined across gaps without letters.
enum LetterScript: String, Sendable, CaseIterable {
    case latin = "Latin"
    case greek = "Greek"
    case cyrillic = "Cyrillic"
    case armenian = "Armenian"
    case georgian = "Georgian"
    case cherokee = "Cherokee"
    case coptic = "Coptic"
    case hebrew = "Hebrew"
    case arabic = "Arabic"
    case thaana = "Thaana"
    case devanagari = "Devanagari"
    case bengali = "Bengali"
    case gurmukhi = "Gurmukhi"
    case gujarati = "Gujarati"
    case oriya = "Oriya"
    case tamil = "Tamil"
    case telugu = "Telugu"
    case kannada = "Kannada"
    case malayalam = "Malayalam"
    case sinhala = "Sinhala"
    case thai = "Thai"
    case lao = "Lao"
    case tibetan = "Tibetan"
    case myanmar = "Myanmar"
    case ethiopic = "Ethiopic"
    case khmer = "Khmer"
    case hangul = "Hangul"
    case hiragana = "Hiragana"
    case katakana = "Katakana"
    case bopomofo = "Bopomofo"
    case han = "Han"
    /// Any script that is not in the table.
    case other = "another script"

    /// Returns the script of a letter.
    ///
    /// - Returns: `nil` for digits, marks, punctuation, and letters that several scripts share.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: break
        default: return nil
        }
        if Self.shared.contains(scalar.value) { return nil }
        self = Self.table.first { $0.range.contains(scalar.value) }?.script ?? .other
    }

    /// Modifier letters, such as the apostrophe of Ukrainian names.
    private static let shared: ClosedRange<UInt32> = 0x02B9...0x02DF

    private static let table: [(range: ClosedRange<UInt32>, script: LetterScript)] = [
        (0x0041...0x02E4, .latin), (0x0370...0x03E1, .greek), (0x03E2...0x03EF, .coptic), (0x03F0...0x03FF, .greek),
        (0x0400...0x052F, .cyrillic), (0x0531...0x0588, .armenian), (0x05D0...0x05F2, .hebrew), (0x0620...0x06FF, .arabic),
        (0x0750...0x077F, .arabic), (0x0780...0x07B1, .thaana), (0x0870...0x08C9, .arabic), (0x0904...0x097F, .devanagari),
        (0x0980...0x09FC, .bengali), (0x0A05...0x0A74, .gurmukhi), (0x0A85...0x0AF9, .gujarati), (0x0B05...0x0B71, .oriya),
        (0x0B83...0x0BD0, .tamil), (0x0C05...0x0C61, .telugu), (0x0C80...0x0CF2, .kannada), (0x0D04...0x0D7F, .malayalam),
        (0x0D85...0x0DC6, .sinhala), (0x0E01...0x0E46, .thai), (0x0E81...0x0EDF, .lao), (0x0F00...0x0F8C, .tibetan),
        (0x1000...0x108E, .myanmar), (0x10A0...0x10FF, .georgian), (0x1100...0x11FF, .hangul), (0x1200...0x138F, .ethiopic),
        (0x13A0...0x13FD, .cherokee), (0x1780...0x17DC, .khmer), (0x1C80...0x1C88, .cyrillic), (0x1C90...0x1CBF, .georgian),
        (0x1D00...0x1D25, .latin), (0x1D26...0x1D2A, .greek), (0x1D2B...0x1D2B, .cyrillic), (0x1D2C...0x1D5C, .latin),
        (0x1D5D...0x1D61, .greek), (0x1D62...0x1D65, .latin), (0x1D66...0x1D6A, .greek), (0x1D6B...0x1D77, .latin),
        (0x1D78...0x1D78, .cyrillic), (0x1D79...0x1DBE, .latin), (0x1DBF...0x1DBF, .greek), (0x1E00...0x1EFF, .latin),
        (0x1F00...0x1FFC, .greek), (0x2C60...0x2C7F, .latin), (0x2C80...0x2CF3, .coptic), (0x2D00...0x2D2D, .georgian),
        (0x2D80...0x2DDE, .ethiopic), (0x3005...0x303B, .han), (0x3041...0x309F, .hiragana), (0x30A1...0x30FF, .katakana),
        (0x3105...0x312F, .bopomofo), (0x3131...0x318E, .hangul), (0x31A0...0x31BF, .bopomofo), (0x31F0...0x31FF, .katakana),
        (0x3400...0x9FFF, .han), (0xA640...0xA69D, .cyrillic), (0xA722...0xA7FF, .latin), (0xA8F2...0xA8FE, .devanagari),
        (0xA960...0xA97C, .hangul), (0xA9E0...0xA9FE, .myanmar), (0xAA60...0xAA7F, .myanmar), (0xAB01...0xAB2E, .ethiopic),
        (0xAB30...0xAB64, .latin), (0xAB65...0xAB65, .greek), (0xAB66...0xAB69, .latin), (0xAB70...0xABBF, .cherokee),
        (0xAC00...0xD7FB, .hangul), (0xF900...0xFAD9, .han), (0x10780...0x107BA, .latin), (0x1DF00...0x1DF1E, .latin),
        (0x20000...0x3134A, .han),
    ]
}
