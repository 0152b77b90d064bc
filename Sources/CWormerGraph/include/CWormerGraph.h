// The reader of the compiler's descriptions of types, by which injected properties are found.

#ifndef CWORMERGRAPH_H
#define CWORMERGRAPH_H

#include <stdbool.h>
#include <stddef.h>

// Visits a stored property. `type` is the descriptor of the type that has it, and `mangled` the name of its own type,
// which depends on parameters of `type` if that is generic. A type without records of its properties is visited once,
// without a name.
typedef void (*wormer_property_visitor)(
    void *_Nullable context,
    const void *_Nonnull type,
    const char *_Nullable name,
    const char *_Nullable mangled,
    size_t length,
    bool is_generic);

// Visits the stored properties of classes and structures whose type refers to a type that conforms to a protocol, which
// is given like that of `wormer_visit_conformances`.
//
// The function visits the types of this program or dynamic library, or on Apple's systems of all images except the
// system's, and instantiates none of them.
void wormer_visit_properties(
    const void *_Nonnull existential,
    void *_Nullable context,
    wormer_property_visitor _Nonnull visit);

// Visits a mangled name of a type.
typedef void (*wormer_name_visitor)(void *_Nullable context, const char *_Nonnull mangled, size_t length);

// Visits the names by which the code of the program finds types, if they refer to a type that conforms to a protocol,
// which is given in the same way. The images are those of `wormer_visit_properties`.
void wormer_visit_names(
    const void *_Nonnull existential,
    void *_Nullable context,
    wormer_name_visitor _Nonnull visit);

// Returns the descriptor of the type, extension or module that contains another one, or NULL for a module.
const void *_Nullable wormer_parent_context(const void *_Nonnull context);

// Returns the name of a type or module, or NULL for a context without a name.
const char *_Nullable wormer_context_name(const void *_Nonnull context, bool *_Nonnull is_module);

// Returns the descriptor of a type, which is given by its metadata, or NULL for one without a name of its own.
const void *_Nullable wormer_type_descriptor(const void *_Nonnull type);

#endif
