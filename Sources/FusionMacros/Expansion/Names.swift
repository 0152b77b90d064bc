// A client may have a type with the name of a module, which hides the module in front of a period.
#if compiler(>=6.3)
    let (fusion, swift) = ("Fusion::", "Swift::")
#else
    let (fusion, swift) = ("Fusion.", "Swift.")
#endif

/// Returns a string as source code.
func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": literal += "\\\(scalar)"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            literal += "\\u{\(String(scalar.value, radix: 16))}"
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return literal + "\""
}
