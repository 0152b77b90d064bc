// The trait of this module is built with each block, in ../ContainerTrait.swift: only there is Testing found everywhere.
