/* SPDX-License-Identifier: MIT */
#include "target_files.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

struct target target;

void write_file(const char *name, const void *bytes, size_t size, mode_t mode)
{
    FILE *stream = fopen(name, "w");
    cr_assert(stream && fwrite(bytes, 1, size, stream) == size && fclose(stream) == 0, "%s", name);
    cr_assert_eq(chmod(name, mode), 0);
}

void write_script(const char *name, const char *text)
{
    write_file(name, text, strlen(text), 0755);
}

enum { ADDRESS = 0x400000 }; /* where an image would be loaded */

const char *own_loader(void)
{
    const ElfW(Phdr) *segment = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
    while (segment->p_type != PT_INTERP)
        segment++;
    return (const char *)&__ehdr_start + segment->p_offset; /* all in the first PT_LOAD */
}

struct image good_image(const char *needed)
{
    struct image image = {.header = __ehdr_start};
    image.header.e_type = ET_DYN;
    image.header.e_phoff = offsetof(struct image, segments);
    image.header.e_phnum = 3;
    image.segments[LOAD] =
        (ElfW(Phdr)){.p_type = PT_LOAD, .p_vaddr = ADDRESS, .p_filesz = sizeof image};
    image.segments[INTERP] = (ElfW(Phdr)){.p_type = PT_INTERP,
                                          .p_offset = offsetof(struct image, interpreter),
                                          .p_filesz = strlen(own_loader()) + 1};
    image.segments[DYNAMIC] = (ElfW(Phdr)){.p_type = PT_DYNAMIC,
                                           .p_offset = offsetof(struct image, dynamic),
                                           .p_filesz = sizeof image.dynamic};
    image.dynamic[0] = (ElfW(Dyn)){.d_tag = DT_NEEDED, .d_un.d_val = 1};
    image.dynamic[1] = (ElfW(Dyn)){.d_tag = DT_NEEDED, .d_un.d_val = 32};
    image.dynamic[2] =
        (ElfW(Dyn)){.d_tag = DT_STRTAB, .d_un.d_ptr = ADDRESS + offsetof(struct image, strings)};
    strcpy(image.interpreter, own_loader());
    strcpy(image.strings + 1, "libc.so.6");
    strcpy(image.strings + 32, needed);
    return image;
}

int find_image(const struct image *image)
{
    write_file("image", image, sizeof *image, 0755);
    return target_find("./image", NULL, &target);
}

void goes_to_the_shell(const char *command)
{
    cr_expect_eq(target_find(command, NULL, &target), 0);
    cr_expect_str_eq(target.image, "/bin/sh");
    cr_expect_eq(target.verdict, TARGET_REACHED);
}
