/* SPDX-License-Identifier: MIT */
/* Prints what libresolver.so's resolver has picked: 1, or 2 if it found not what it should. */
#include <stdio.h>

int resolved(void);

int main(void)
{
    printf("%d\n", resolved());
    return 0;
}
