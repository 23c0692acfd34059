/* SPDX-License-Identifier: MIT */
/*
 * Which function belongs to which loaded library. A table of a few places, without a lock: a place
 * is claimed by one word, filled, and published by that word. Two threads that claim one library at
 * once may fill two places with it, which is harmless; a place claimed by a thread that a fork left
 * behind stays claimed, which costs one place.
 */
#include "cuda.h"

#include "../symbols.h"
#include "../symtab.h"
#include "../system.h"
#include "../warm.h"

#include <stdatomic.h>
#include <stddef.h>

WARM struct cuda_library cuda_libraries[CUDA_LIBRARIES];

/* What a place has for its link map, where it has none. */
enum { FREE, CLAIMED };
enum { CLAIMED_BY_OTHERS = -2, TRIES = 1000 };
WARM struct cuda_place cuda_places[CUDA_LIBRARIES];

static uintptr_t map_at(int place)
{
    return atomic_load_explicit(&cuda_places[place].map, memory_order_acquire);
}

/*
 * Another thread may claim the place meanwhile, since its object is gone: then the words fit no
 * object. Each is read after the one before, and with what was filled in before it was written.
 */
static struct object object_in(int place)
{
    struct object object = {.map = (const struct link_map *)map_at(place)};

    object.start = atomic_load_explicit(&cuda_places[place].start, memory_order_acquire);
    object.shape = atomic_load_explicit(&cuda_places[place].shape, memory_order_acquire);
    return object;
}

static bool holds(int place, const struct object *object)
{
    struct object its = object_in(place);

    return objects_same(&its, object);
}

/* Puts the function in its slot if that is empty or has it already: no slot ever changes. */
static bool settle(int place, enum cuda_hook hook, void *function)
{
    void *was = cuda_slot(&cuda_libraries[place], hook);

    return (!was && __atomic_compare_exchange_n(&cuda_libraries[place].hooked[hook], &was, function,
                                                false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) ||
           was == function;
}

/* A place whose object was unloaded: nothing lies at its start any more, or another object. */
static bool is_gone(int place)
{
    struct object its = object_in(place), now = objects_at((const void *)its.start);

    return !objects_same(&now, &its);
}

/* The object stays meanwhile: the program has just looked up in it, or calls it. */
static void fill(int mine, const struct object *object)
{
    struct cuda_library *library = &cuda_libraries[mine];
    struct cuda_place *place = &cuda_places[mine];
    void *found[CUDA_HOOKS + CUDA_COMPANIONS];

    for (int hook = 0; hook < CUDA_HOOKS; hook++)
        __atomic_store_n(&library->hooked[hook], NULL, __ATOMIC_RELAXED);
    symtab_functions(object->map, cuda_names, found, CUDA_HOOKS + CUDA_COMPANIONS);
    for (int hook = 0; hook < CUDA_HOOKS; hook++)
        atomic_store_explicit(&place->exports[hook],
                              found[hook] ? (int32_t)((uintptr_t)found[hook] - object->start) : 0,
                              memory_order_release);
    for (int i = 0; i < CUDA_COMPANIONS; i++)
        __atomic_store_n(&library->companions[i], found[CUDA_HOOKS + i], __ATOMIC_RELAXED);
    atomic_store_explicit(&library->refuses_launches, false, memory_order_relaxed);
    atomic_store_explicit(&place->uses_ours, false, memory_order_relaxed);
    atomic_store_explicit(&place->start, object->start, memory_order_release);
    atomic_store_explicit(&place->shape, object->shape, memory_order_release);
    atomic_store_explicit(&place->dynamic, objects_dynamic(object->map), memory_order_release);
}

/* The place that holds the object, and the function in its slot or room for it there; or -1. */
static int place_of(const struct object *object, enum cuda_hook hook, void *function)
{
    for (int place = 0; place < CUDA_LIBRARIES; place++) {
        if (holds(place, object) && settle(place, hook, function))
            return place;
    }
    return -1;
}

/* Claims a place that is free or whose object is gone; -1: there is none. */
static int claim(bool *others_claim)
{
    *others_claim = false;
    for (int place = 0; place < CUDA_LIBRARIES; place++) {
        uintptr_t map = map_at(place);
        if (map == CLAIMED)
            *others_claim = true;
        else if ((map == FREE || is_gone(place)) &&
                 atomic_compare_exchange_strong(&cuda_places[place].map, &map, (uintptr_t)CLAIMED))
            return place;
    }
    return -1;
}

/* Takes a place for the object, unless another thread has done so meanwhile; -1: none is left. */
static int take(const struct object *object, enum cuda_hook hook, void *function)
{
    bool others_claim;
    int mine = claim(&others_claim);

    if (mine < 0)
        return others_claim ? CLAIMED_BY_OTHERS : -1;
    fill(mine, object);
    int place = place_of(object, hook, function);
    if (place < 0 && settle(mine, hook, function))
        place = mine;
    atomic_store_explicit(&cuda_places[mine].map,
                          place == mine ? (uintptr_t)object->map : (uintptr_t)FREE,
                          memory_order_release);
    return place;
}

/* The object that a library stands for. */
static struct object object_of(const struct cuda_library *library)
{
    return object_in((int)(library - cuda_libraries));
}

struct cuda_library *cuda_known_library_of(enum cuda_hook hook, const void *function)
{
    for (int place = 0; place < CUDA_LIBRARIES; place++) {
        if (cuda_slot(&cuda_libraries[place], hook) != function)
            continue;
        struct object object = objects_at(function);
        if (!object.map || holds(place, &object))
            return &cuda_libraries[place];
    }
    return NULL;
}

/* What an object exports under the hook's name, or NULL; of one that has a place it is known. */
static void *exported(const struct object *object, enum cuda_hook hook)
{
    for (int place = 0; place < CUDA_LIBRARIES; place++) {
        if (!holds(place, object))
            continue;
        int32_t distance =
            atomic_load_explicit(&cuda_places[place].exports[hook], memory_order_acquire);
        if (holds(place, object)) /* still, so it was its own */
            return distance ? (void *)(object->start + (uintptr_t)(intptr_t)distance) : NULL;
    }
    return object->map ? objects_function(object, cuda_names[hook].text) : NULL;
}

struct cuda_library *cuda_library_of(enum cuda_hook hook, void *function,
                                     const struct cuda_library *door)
{
    struct object object = objects_at(function);

    if (door && (!object.map || !exported(&object, HOOK_cuStreamCreate)))
        object = object_of(door);
    if (!object.map)
        return NULL;
    int place = place_of(&object, hook, function);
    /* Places that others are filling will be theirs or free: but a fork may have lost their owners.
     */
    for (int tries = 0; place < 0 && tries < TRIES; tries++) {
        place = take(&object, hook, function);
        if (place == CLAIMED_BY_OTHERS) {
            system_call(SYS_sched_yield, 0, 0, 0, 0);
            place = place_of(&object, hook, function);
        } else if (place < 0) {
            break;
        }
    }
    return place < 0 ? NULL : &cuda_libraries[place];
}

bool cuda_settle_own(const struct cuda_library *library, enum cuda_hook hook, void *function)
{
    int place = (int)(library - cuda_libraries);
    int32_t distance =
        atomic_load_explicit(&cuda_places[place].exports[hook], memory_order_acquire);
    uintptr_t start = atomic_load_explicit(&cuda_places[place].start, memory_order_acquire);

    return distance && start + (uintptr_t)(intptr_t)distance == (uintptr_t)function &&
           settle(place, hook, function);
}

void *cuda_export_beside(enum cuda_hook hook, const void *function)
{
    struct object object = objects_at(function);

    return exported(&object, hook);
}

struct exporting {
    enum cuda_hook hook;
    void *function;
    struct cuda_library *library;
};

static void find_exporting(void *data)
{
    struct exporting *e = data;

    if (cuda_export_beside(e->hook, e->function))
        e->library = cuda_library_of(e->hook, e->function, NULL);
}

struct cuda_library *cuda_library_exporting(enum cuda_hook hook, void *function, bool stays)
{
    struct exporting e = {hook, function, NULL};
    struct object object = objects_at(function);

    if (stays)
        find_exporting(&e);
    else
        objects_hold(&object, find_exporting, &e);
    return e.library;
}

/* Of no driver, but of somebody's wrapper of a few functions: what would a call from it reach? */
static void *found_elsewhere(const struct cuda_library *library, const char *name)
{
    struct object object = object_of(library), where;

    return objects_function(&object, "cuInit")
               ? NULL
               : symbols_for_call(name, (const void *)object.start, &where);
}

void *cuda_companion_elsewhere(const struct cuda_library *library, enum cuda_companion companion)
{
    return found_elsewhere(library, cuda_names[CUDA_HOOKS + (int)companion].text);
}

void *cuda_function(const struct cuda_library *library, const char *name)
{
    struct object object = object_of(library);
    void *own = objects_function(&object, name);

    return own ? own : found_elsewhere(library, name);
}

/*
 * Direct calls, remembered: one word holds what tells the call (its calling object and hook, mixed)
 * and the place that it led to, so that no reader sees half of a change.
 */
enum { REMEMBERED = 64, PLACE_BITS = 4 };
static _Atomic(uint64_t) remembered[REMEMBERED];

static uint64_t mix(uint64_t h, uint64_t value)
{
    h = (h ^ value) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

/* What tells a call that led to `place`; the place's own object is part of it. */
static uint64_t mark_of(const struct object *caller, enum cuda_hook hook, int place)
{
    struct object its = object_in(place);
    uint64_t h = mix(mix(mix(hook, caller->start), (uintptr_t)caller->map), caller->shape);

    h = mix(mix(mix(h, (uintptr_t)its.map), its.start), its.shape);
    return h << PLACE_BITS | (unsigned int)place;
}

struct cuda_library *cuda_direct(enum cuda_hook hook, const void *caller, void **function)
{
    symbols_start();
    struct object from = objects_at(caller), where;
    _Atomic(uint64_t) *memory = &remembered[mix((uintptr_t)from.map, (uint64_t)hook) % REMEMBERED];
    uint64_t mark = atomic_load_explicit(memory, memory_order_relaxed);
    int place = (int)(mark & ((1u << PLACE_BITS) - 1));

    *function = mark ? cuda_slot(&cuda_libraries[place], hook) : NULL;
    /* Nothing binds a driver to who calls it through us, so it may have been unloaded since. */
    if (*function && mark == mark_of(&from, hook, place) && !is_gone(place))
        return &cuda_libraries[place];
    *function = symbols_for_call(cuda_names[hook].text, caller, &where);
    if (!*function)
        return NULL;
    struct cuda_library *library = cuda_library_exporting(hook, *function, false);
    if (library)
        atomic_store_explicit(memory, mark_of(&from, hook, (int)(library - cuda_libraries)),
                              memory_order_relaxed);
    return library;
}

/* The last few addresses that were handed a driver function; each is a call in somebody's loader.
 */
enum { USERS = 8 };
static WARM _Atomic(const void *) users[USERS];
static WARM atomic_uint next_user;
WARM _Atomic(const void *) cuda_last_user;

void cuda_note_another_user(const void *caller)
{
    bool noted = false;

    for (int i = 0; i < USERS && !noted; i++)
        noted = atomic_load_explicit(&users[i], memory_order_relaxed) == caller;
    if (!noted)
        atomic_store_explicit(&users[atomic_fetch_add(&next_user, 1) % USERS], caller,
                              memory_order_relaxed);
    atomic_store_explicit(&cuda_last_user, caller, memory_order_relaxed);
}

bool cuda_is_user(const struct cuda_library *library)
{
    struct object object = object_of(library);
    atomic_bool *uses_ours = &cuda_places[library - cuda_libraries].uses_ours;

    for (int i = 0; i < USERS && !atomic_load_explicit(uses_ours, memory_order_relaxed); i++) {
        const void *user = atomic_load_explicit(&users[i], memory_order_relaxed);
        struct object its = user ? objects_at(user) : (struct object){NULL, 0, 0};
        if (objects_same(&its, &object))
            atomic_store_explicit(uses_ours, true, memory_order_relaxed);
    }
    return atomic_load_explicit(uses_ours, memory_order_relaxed);
}
