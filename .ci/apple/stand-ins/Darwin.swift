// The Swift part of the module of Apple's systems, with what the macro plugin uses.

@_exported import Darwin

public var errno: Int32 { __error().pointee }
