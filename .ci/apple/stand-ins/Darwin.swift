@_exported import Darwin

public var errno: Int32 { __error().pointee }
