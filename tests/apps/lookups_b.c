/* SPDX-License-Identifier: MIT */
/* What liblookups_a.so needs: reached by its local scope alone. */
int only_in_b(void);
int in_both(void);

int only_in_b(void)
{
    return 1;
}

int in_both(void)
{
    return 2;
}
