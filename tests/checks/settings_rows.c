/* SPDX-License-Identifier: MIT */
/* Prints the rows of settings.def, one a line: VARIABLE DEFAULT WORD... */
#include "settings.h"

#include <stdio.h>

int main(void)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        printf("%s %s", setting_rows[i].variable, setting_rows[i].words[0]);
        for (size_t k = 0; *setting_rows[i].words[k]; k++)
            printf(" %s", setting_rows[i].words[k]);
        printf("\n");
    }
    return 0;
}
