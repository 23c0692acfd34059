/* SPDX-License-Identifier: MIT */
/* A library with thread-local data: SIZE of it, in the small static reserve (STATIC_TLS) or
 * outside. */
int use_tls(void);

#ifdef STATIC_TLS
__attribute__((tls_model("initial-exec")))
#endif
static __thread char data[SIZE] = {1};

int use_tls(void)
{
    data[SIZE / 2]++;
    return data[0] + data[SIZE / 2];
}
