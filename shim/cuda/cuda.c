/* What the rows of hooks.def become: the exported functions, the entries, and the names. */
#include "cuda.h"

#include "../asked.h"
#include "../runtime.h"
#include "../symbols.h"
#include "../text.h"

#include <stddef.h>

#define COMPANION(result, name, parameters)

/*
 * The exports, for programs that are linked to CUDA. Where there is nothing to call, a program that
 * was started without us would not have come this far; it gets CUDA's own word for that.
 */
#define HOOK(result, name, base, since, until, parameters, arguments)                              \
    __attribute__((visibility("default"))) result name parameters;                                 \
    result name parameters                                                                         \
    {                                                                                              \
        void *function;                                                                            \
        struct cuda_library *library =                                                             \
            cuda_direct(HOOK_##name, __builtin_return_address(0), &function);                      \
        asked_announce();                                                                          \
        if (library)                                                                               \
            return name##_body(library, CUDA_LIST arguments);                                      \
        return function ? ((result(*) parameters)function)arguments : CUDA_ERROR_NOT_FOUND;        \
    }
#include "hooks.def"
#undef HOOK

/* The entries: number k stands before the functions of library k. */
#define ENTRY(k, result, name, parameters, arguments)                                              \
    static result name##_entry_##k parameters                                                      \
    {                                                                                              \
        asked_announce();                                                                          \
        return name##_body(&cuda_libraries[k], CUDA_LIST arguments);                               \
    }
#define HOOK(result, name, base, since, until, parameters, arguments)                              \
    ENTRY(0, result, name, parameters, arguments)                                                  \
    ENTRY(1, result, name, parameters, arguments)                                                  \
    ENTRY(2, result, name, parameters, arguments)                                                  \
    ENTRY(3, result, name, parameters, arguments)                                                  \
    ENTRY(4, result, name, parameters, arguments)                                                  \
    ENTRY(5, result, name, parameters, arguments)                                                  \
    ENTRY(6, result, name, parameters, arguments)                                                  \
    ENTRY(7, result, name, parameters, arguments)
#include "hooks.def"
#undef HOOK

static void *const entries[CUDA_HOOKS][CUDA_LIBRARIES] = {
#define HOOK(result, name, base, since, until, parameters, arguments)                              \
    [HOOK_##name] = {name##_entry_0, name##_entry_1, name##_entry_2, name##_entry_3,               \
                     name##_entry_4, name##_entry_5, name##_entry_6, name##_entry_7},
#include "hooks.def"
#undef HOOK
};

void *cuda_entry(enum cuda_hook hook, const struct cuda_library *library)
{
    return entries[hook][library - cuda_libraries];
}

const struct cuda_row cuda_rows[CUDA_HOOKS] = {
#define HOOK(result, name, base, since, until, parameters, arguments)                              \
    [HOOK_##name] = {#name, base, since, until},
#include "hooks.def"
#undef HOOK
};

static int find(const char *name)
{
    for (int hook = 0; cuda_may_be_hooked(name) && hook < CUDA_HOOKS; hook++) {
        if (text_same(name, cuda_rows[hook].name))
            return hook;
    }
    return -1;
}

static void *wrap(int number, void *function, const void *caller)
{
    enum cuda_hook hook = (enum cuda_hook)number;
    struct cuda_library *library = cuda_known_library_of(hook, function);

    if (!library && cuda_export_beside(hook, function)) /* else it is data of that name */
        library = cuda_library_of(hook, function, NULL);
    if (!library)
        return function;
    if (*cuda_rows[hook].base)
        cuda_note_user(caller);
    return cuda_entry(hook, library);
}

const struct runtime cuda_runtime = {find, wrap};
