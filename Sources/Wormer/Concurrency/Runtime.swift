/// Returns the address at which the current task finds the value of a task-local, or nil if the task has no value.
///
/// A child task finds the value at the same address as its parent. An unstructured task has a copy.
///
/// This function of Swift's runtime is part of its stable ABI. It is declared here and not in C: on Apple's systems,
/// Xcode makes a framework of a C target that two images share, and a framework of C code alone does not link Swift's
/// runtime.
@_silgen_name("swift_task_localValueGet")
func taskLocalAddress(_ key: UnsafeRawPointer) -> UnsafeRawPointer?
