/* SPDX-License-Identifier: MIT */
/* Prints a line and kills itself: what is in the buffer of stdout by then is lost. */
#include <signal.h>
#include <stdio.h>

int main(void)
{
    puts("a line");
    return raise(SIGKILL);
}
