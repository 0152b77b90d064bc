import Wormer

#if FUSION
    import Fusion

    extension Container {
        /// A service of a library that is loaded while the program runs.
        @Service(.singleton) public var lateDiscount = 0
    }
#endif
