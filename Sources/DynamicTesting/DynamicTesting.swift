// This target is in the dynamic products, and has no code of its own. With the trait `Testing`, it adds `WormerTesting`,
// which can be in no other library: it would bring a second copy of the core.
