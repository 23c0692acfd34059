/* SPDX-License-Identifier: MIT */
/* absent: calls functions that nothing here defines; where they are not even weakly there, says so.
 */
#include "fake_cuda.h"

#include <stdio.h>

#pragma weak cuStreamCreate
#pragma weak cudaStreamCreate

int main(void)
{
    CUstream stream = NULL;

    if (!cuStreamCreate || !cudaStreamCreate)
        printf("not there\n");
    else
        printf("%d %d\n", (int)cuStreamCreate(&stream, 0), (int)cudaStreamCreate(&stream));
    return 0;
}
