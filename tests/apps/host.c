/* SPDX-License-Identifier: MIT */
/* host WAY: creates streams by functions that it came by in that way. */
#include "ways.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s WAY\n", argv[0]);
        return 2;
    }
    return go(argv[1]);
}
