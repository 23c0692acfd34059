/* SPDX-License-Identifier: MIT */
/* Linked with the old hash table alone. */
int sysv_one(void);
int sysv_two(void);

int sysv_one(void)
{
    return 1;
}

int sysv_two(void)
{
    return 2;
}
