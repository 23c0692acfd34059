/* SPDX-License-Identifier: MIT */
/* How an ELF program is judged: images made here, whole and hostile. */
#include "target_files.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TARGET_SUITE(target_image);

static void is_judged(const struct image *image, enum target_verdict verdict)
{
    cr_expect_eq(find_image(image), 0);
    cr_expect_eq(target.verdict, verdict);
}

Test(target_image, a_dynamic_program_is_reached)
{
    struct image image = good_image("libm.so.6");
    is_judged(&image, TARGET_REACHED);
    cr_expect_str_eq(target.program, "./image");
    cr_expect_str_eq(target.image, "./image");
    cr_expect_str_eq(target.sanitizer, "");
    cr_expect_eq(target_find("/proc/self/exe", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);
}

/* I8: Go, tini, uv, busybox. */
Test(target_image, a_program_without_loader_is_static)
{
    struct image image = good_image("libm.so.6");
    image.segments[INTERP].p_type = PT_NULL;
    is_judged(&image, TARGET_STATIC);
    image.header.e_type = ET_EXEC;
    is_judged(&image, TARGET_STATIC);
}

Test(target_image, the_loader_as_a_command_reaches_its_program)
{
    cr_expect_eq(target_find(own_loader(), NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);
}

/* H11 (util-linux, for musl): the loader of another C library, under its name or glibc's. */
Test(target_image, the_loader_of_another_c_library_is_told_apart)
{
    struct image image = good_image("libm.so.6");
    write_script("ld-musl-any.so.1", "");
    strcpy(image.interpreter, "./ld-musl-any.so.1");
    image.segments[INTERP].p_filesz = sizeof "./ld-musl-any.so.1";
    is_judged(&image, TARGET_OTHER_LOADER);

    cr_assert_eq(symlink("ld-musl-any.so.1", "ld-linux.so.2"), 0);
    strcpy(image.interpreter, "./ld-linux.so.2");
    image.segments[INTERP].p_filesz = sizeof "./ld-linux.so.2";
    is_judged(&image, TARGET_OTHER_LOADER);
}

/* I3 */
Test(target_image, another_class_byte_order_or_machine_is_told_apart)
{
    struct image image = good_image("libm.so.6");
    image.header.e_machine ^= 1;
    is_judged(&image, TARGET_OTHER_MACHINE);
    image = good_image("libm.so.6");
    image.header.e_ident[EI_CLASS] ^= 3;
    is_judged(&image, TARGET_OTHER_MACHINE);
    image = good_image("libm.so.6");
    image.header.e_ident[EI_DATA] ^= 3;
    is_judged(&image, TARGET_OTHER_MACHINE);
}

/* H9 */
Test(target_image, an_address_sanitizer_is_found_among_the_needed_libraries)
{
    static const char *const names[] = {"libasan.so.8", "libasan.so", "libhwasan.so.0",
                                        "libclang_rt.asan-x86_64.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct image image = good_image(names[i]);
        is_judged(&image, TARGET_REACHED);
        cr_expect_str_eq(target.sanitizer, names[i]);
    }
    struct image image = good_image("libtsan.so.2"); /* which bears others before it */
    is_judged(&image, TARGET_REACHED);
    cr_expect_str_eq(target.sanitizer, "");
}

/* Addresses are looked for where the file has them, in its segment and up to that one's end. */
Test(target_image, an_address_lies_where_its_segment_puts_it)
{
    struct image image = good_image("libasan.so.8");
    size_t shift = offsetof(struct image, dynamic);

    image.segments[LOAD].p_offset += shift;
    image.segments[LOAD].p_vaddr += shift;
    image.segments[LOAD].p_filesz -= shift;
    is_judged(&image, TARGET_REACHED);
    cr_expect_str_eq(target.sanitizer, "libasan.so.8");
    image.segments[LOAD].p_filesz = offsetof(struct image, strings) - shift;
    is_judged(&image, TARGET_REACHED);
    cr_expect_str_eq(target.sanitizer, "");
}

Test(target_image, what_follows_the_dynamic_tables_end_is_not_needed)
{
    struct image image = good_image("libasan.so.8");
    ElfW(Dyn) needed = image.dynamic[1];

    image.dynamic[0] = image.dynamic[2];
    image.dynamic[1] = (ElfW(Dyn)){.d_tag = DT_NULL};
    image.dynamic[2] = needed;
    is_judged(&image, TARGET_REACHED);
    cr_expect_str_eq(target.sanitizer, "");
}

/* H12 */
Test(target_image, a_missing_loader_is_named)
{
    struct image image = good_image("libm.so.6");
    strcpy(image.interpreter, "/nope/ld.so");
    image.segments[INTERP].p_filesz = sizeof "/nope/ld.so";
    cr_expect_eq(find_image(&image), ENOENT);
    cr_expect_str_eq(target.program, "./image");
    cr_expect_str_eq(target.image, "/nope/ld.so");
}

Test(target_image, an_image_cut_short_anywhere_is_survived)
{
    struct image image = good_image("libasan.so.8");
    write_file("image", "", 0, 0755);
    int fd = open("image", O_WRONLY);
    for (size_t size = 0; size < sizeof image; size++) {
        cr_expect_eq(target_find("./image", NULL, &target), 0, "%zu bytes", size);
        cr_assert_eq(pwrite(fd, (char *)&image + size, 1, (off_t)size), 1);
    }
    close(fd);
}

/* Every byte of the tables in turn at its extremes: no crash, no endless loop. */
Test(target_image, an_image_with_hostile_numbers_is_survived)
{
    static const unsigned char extremes[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    struct image image = good_image("libasan.so.8");
    find_image(&image);
    int fd = open("image", O_WRONLY);
    for (size_t at = EI_NIDENT; at < offsetof(struct image, interpreter); at++) {
        for (size_t i = 0; i < sizeof extremes; i++) {
            cr_assert_eq(pwrite(fd, &extremes[i], 1, (off_t)at), 1);
            target_find("./image", NULL, &target);
        }
        cr_assert_eq(pwrite(fd, (char *)&image + at, 1, (off_t)at), 1);
    }
    close(fd);
}

Test(target_image, an_image_that_the_kernel_refuses_goes_to_the_shell_as_with_execvp)
{
    struct image image = good_image("libm.so.6");
    image.header.e_phnum = 0xffff;
    find_image(&image);
    goes_to_the_shell("./image");
    image = good_image("libm.so.6");
    image.header.e_type = ET_REL;
    find_image(&image);
    goes_to_the_shell("./image");
    image = good_image("libm.so.6");
    image.segments[INTERP].p_filesz = 4L * PATH_MAX;
    find_image(&image);
    goes_to_the_shell("./image");
    find_image(&image); /* and the file has as much */
    cr_assert_eq(truncate("image", 8L * PATH_MAX), 0);
    goes_to_the_shell("./image");
    image = good_image("libm.so.6");
    image.segments[INTERP].p_filesz = 3; /* no NUL at its end */
    find_image(&image);
    goes_to_the_shell("./image");
}

/* Many string tables that lie nowhere, each of which would be looked for in many segments. */
Test(target_image, a_large_hostile_dynamic_table_takes_no_time, .timeout = 1)
{
    struct {
        ElfW(Ehdr) header;
        ElfW(Phdr) segments[1170];
        ElfW(Dyn) dynamic[8192];
    } *image = calloc(1, sizeof *image);
    struct image good = good_image("");
    size_t count = sizeof image->segments / sizeof *image->segments;

    image->header = good.header;
    image->header.e_phnum = (ElfW(Half))count;
    for (size_t i = 0; i < count; i++)
        image->segments[i] = (ElfW(Phdr)){.p_type = PT_LOAD};
    image->segments[0] = (ElfW(Phdr)){.p_type = PT_INTERP,
                                      .p_offset = (size_t)image->dynamic - (size_t)image,
                                      .p_filesz = strlen(own_loader()) + 1};
    image->segments[1] = (ElfW(Phdr)){.p_type = PT_DYNAMIC,
                                      .p_offset = (size_t)(image->dynamic + 8) - (size_t)image,
                                      .p_filesz = sizeof image->dynamic};
    for (size_t i = 0; i < 8192; i++)
        image->dynamic[i] = (ElfW(Dyn)){.d_tag = DT_STRTAB, .d_un.d_ptr = 1};
    strcpy((char *)image->dynamic, own_loader());
    write_file("image", image, sizeof *image, 0755);
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);
    free(image);
}

/* A table that says it is as large as the file, and the file as large as any. */
Test(target_image, a_dynamic_table_without_an_end_takes_no_time)
{
    struct image image = good_image("");

    alarm(5); /* Criterion's timeout was seen to leave a process running that makes many calls */
    image.segments[DYNAMIC].p_offset = sizeof image;
    image.segments[DYNAMIC].p_filesz = (ElfW(Xword))1 << 32;
    find_image(&image);
    cr_assert_eq(truncate("image", (off_t)1 << 33), 0);
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);
}
