/* SPDX-License-Identifier: MIT */
/*
 * loader_at_work: looks a driver's function up as a forked child does whose parent was opening a
 * library just then: the loader's list is left as one that is being added to.
 */
#include "lives.h"

#include <link.h>

int main(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    struct r_debug *debug = NULL;
    struct tally streams = {0};

    for (const ElfW(Dyn) *d = _DYNAMIC; d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_DEBUG)
            debug = (struct r_debug *)d->d_un.d_ptr;
    }
    if (!driver || !debug)
        return 3;
    struct copy c = copy_open("libcuda.so.1");
    debug->r_state = RT_ADD;
    void *found = dlsym(RTLD_DEFAULT, "cuStreamCreate");
    debug->r_state = RT_CONSISTENT;
    copy_try(&c, (stream_creator)found, &streams);
    tally_print("streams", &streams, true);
    return 0;
}
