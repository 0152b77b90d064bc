// The trait is built with each block, in ../DependenciesTrait.swift: only there is Testing found everywhere.
