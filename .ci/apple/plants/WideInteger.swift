// Integers that do not fit in a word of 32 bits. Each comment behind a line is part of the error there.

func timeout() -> Int {
    60_000_000_000  // integer literal '60000000000' overflows when stored into 'Int'
}

func delay() -> Int {
    60 * 1_000_000_000  // arithmetic operation '60 * 1000000000' (on type 'Int') results in an overflow
}
