/* SPDX-License-Identifier: MIT */
/*
 * late_libdl: a program that is linked to no libdl, but comes by one while it runs: libc opens a
 * name service's library (late_service.c), which needs it.
 */
#include <pwd.h>
#include <stdio.h>

int main(void)
{
    struct passwd *user;

    printf("before\n");
    fflush(stdout);
    user = getpwnam("anybody");
    printf("after: %s\n", user ? user->pw_name : "no such user");
    return 0;
}
