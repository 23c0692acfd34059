/* SPDX-License-Identifier: MIT */
#include "words.h"

#include "say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *quote(const char *text, bool bare)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,@%";
    char *word = checked(malloc(4 * strlen(text) + sizeof "$''"));
    char *end = word;
    bool escape = false;

    if (bare && *text && !text[strspn(text, plain)])
        return strcpy(word, text);
    for (const char *c = text; *c; c++)
        escape |= (unsigned char)*c < ' ' || *c == 127;
    end = stpcpy(end, escape ? "$'" : "'");
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127)
            end += sprintf(end, "\\%03o", (unsigned)*c);
        else if (*c == '\'')
            end = stpcpy(end, escape ? "\\'" : "'\\''");
        else if (*c == '\\' && escape)
            end = stpcpy(end, "\\\\");
        else
            *end++ = *c;
    }
    strcpy(end, "'");
    return word;
}

char *word_list(const char words[][WORD_SIZE])
{
    char *text = NULL;
    size_t size;
    FILE *stream = checked(open_memstream(&text, &size));

    for (size_t i = 0; *words[i]; i++)
        fprintf(stream, "%s%s", i ? ", " : "", words[i]);
    if (fclose(stream) != 0)
        refuse("%s", strerror(errno));
    return text;
}
