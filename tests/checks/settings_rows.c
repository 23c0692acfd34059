/* SPDX-License-Identifier: MIT */
/* Prints the rows of settings.def, one a line: VARIABLE DEFAULT WORD... */
#include "settings.h"

#include <stdio.h>

int main(void)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        printf("%s %s", setting_rows[i].variable, setting_rows[i].words[0]);
        for (const char *const *word = setting_rows[i].words; *word; word++)
            printf(" %s", *word);
        printf("\n");
    }
    return 0;
}
