/* SPDX-License-Identifier: MIT */
/* The value of LD_PRELOAD, and the judgement of a file that is to stand in it. */
#include "preload.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <link.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define OURS "/opt/lib/prioshim/libprioshim.so"

static char folder[] = "/tmp/prioshim-preload-XXXXXX";
static char file[128];

static void make_folder(void)
{
    cr_assert(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/file.so", folder);
}

static void remove_folder(void)
{
    unlink(file);
    rmdir(file);
    rmdir(folder);
}

TestSuite(preload_value);
TestSuite(preload_file, .init = make_folder, .fini = remove_folder);

static void composes(const char *inherited, const char *expected)
{
    char *value = preload_compose(OURS, inherited);
    cr_expect_str_eq(value, expected, "'%s' gave '%s'", inherited ? inherited : "(unset)", value);
    free(value);
}

Test(preload_value, unset_or_empty_gives_the_library_alone)
{
    composes(NULL, OURS);
    composes("", OURS);
    composes(" :: ", OURS);
}

/* H3: a list of spaces and one of colons, mixed by the next tool, lost entries. */
Test(preload_value, every_old_entry_stays_in_order_whatever_the_separators)
{
    composes("a.so b.so", OURS ":a.so:b.so");
    composes("a.so:b.so", OURS ":a.so:b.so");
    composes(":a.so:", OURS ":a.so");
    composes("a.so ", OURS ":a.so");
    composes("/x/a.so: b.so  c.so:", OURS ":/x/a.so:b.so:c.so");
}

/* H4: nested launchers; the library once, however it is spelled. */
Test(preload_value, the_library_is_added_once)
{
    composes(OURS, OURS);
    composes("a.so:" OURS " b.so:" OURS, OURS ":a.so:b.so");
    composes("/elsewhere/libprioshim.so:a.so", OURS ":a.so");
    composes("libprioshim.so", OURS);
    composes("/opt/libprioshim.so.bak:notlibprioshim.so",
             OURS ":/opt/libprioshim.so.bak:notlibprioshim.so");
}

/* H9: gcc's libasan must be first of all. */
Test(preload_value, sanitizers_that_are_held_stay_in_front)
{
    composes("a.so:libasan.so.8", "libasan.so.8:" OURS ":a.so");
    composes("/usr/lib/libtsan.so.2 a.so libubsan.so",
             "/usr/lib/libtsan.so.2:libubsan.so:" OURS ":a.so");
    composes("liblsan.so.0:libmsan.so:libhwasan.so.0",
             "liblsan.so.0:libmsan.so:libhwasan.so.0:" OURS);
    composes("/c/libclang_rt.asan-x86_64.so", "/c/libclang_rt.asan-x86_64.so:" OURS);
    composes("libasanity.so:/libasan.so.8/x.so", OURS ":libasanity.so:/libasan.so.8/x.so");
}

static void allows(const char *inherited, const char *expected)
{
    char *value = preload_asan_options(inherited);
    cr_expect_str_eq(value, expected);
    free(value);
}

/* H9 */
Test(preload_value, the_address_sanitizer_is_told_to_accept_our_place)
{
    allows(NULL, "verify_asan_link_order=0");
    allows("", "verify_asan_link_order=0");
    allows("detect_leaks=0", "detect_leaks=0:verify_asan_link_order=0");
    allows("verify_asan_link_order=1:x=2", "verify_asan_link_order=1:x=2");
}

Test(preload_file, the_library_under_another_name_is_not_loaded_twice)
{
    char linked[160], inherited[400];
    snprintf(linked, sizeof linked, "%s/link.so", folder);
    fclose(fopen(file, "w"));
    cr_assert_eq(symlink(file, linked), 0);
    snprintf(inherited, sizeof inherited, "%s:a.so:%s", linked, folder);

    char *value = preload_compose(file, inherited), expected[400];
    snprintf(expected, sizeof expected, "%s:a.so:%s", file, folder);
    cr_expect_str_eq(value, expected);
    free(value);
    unlink(linked);
}

/* H1, H2, "Seen" 5: what ld.so would split or expand. */
Test(preload_file, a_path_that_ld_preload_cannot_carry_is_named)
{
    cr_expect(strstr(preload_fault("/a b/c.so"), "space"));
    cr_expect(strstr(preload_fault("/evil.so:x/c.so"), "colon"));
    cr_expect(strstr(preload_fault("/do$ORIGIN/c.so"), "'$'"));
    cr_expect(strstr(preload_fault("/pl$ain/c.so"), "'$'"));
}

/* An ELF shared object of our own kind with a PT_LOAD of all its bytes and a PT_DYNAMIC. */
struct image {
    ElfW(Ehdr) header;
    ElfW(Phdr) segments[2];
    ElfW(Dyn) dynamic[2];
};

extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

static struct image good_image(void)
{
    struct image image = {.header = __ehdr_start};
    image.header.e_type = ET_DYN;
    image.header.e_phoff = offsetof(struct image, segments);
    image.header.e_phnum = 2;
    image.segments[0] = (ElfW(Phdr)){.p_type = PT_LOAD, .p_filesz = sizeof image};
    image.segments[1] = (ElfW(Phdr)){.p_type = PT_DYNAMIC,
                                     .p_offset = offsetof(struct image, dynamic),
                                     .p_filesz = sizeof image.dynamic};
    return image;
}

static const char *fault_of(const void *bytes, size_t size)
{
    FILE *stream = fopen(file, "w");
    cr_assert(stream && fwrite(bytes, 1, size, stream) == size && fclose(stream) == 0);
    const char *fault = preload_fault(file);
    return fault ? fault : "none";
}

static void faults(const struct image *image, const char *expected)
{
    const char *fault = fault_of(image, sizeof *image);
    cr_expect(strstr(fault, expected), "'%s' is not in '%s'", expected, fault);
}

Test(preload_file, a_shared_object_of_our_kind_is_good)
{
    struct image image = good_image();
    faults(&image, "none");
}

/* I7, H15: an empty mount, a folder, a stale install. */
Test(preload_file, what_is_no_file_is_refused)
{
    cr_expect(strstr(preload_fault(file), "No such file"));
    cr_assert_eq(mkdir(file, 0755), 0);
    cr_expect(strstr(preload_fault(file), "not a regular file"));
    cr_expect(strstr(preload_fault("/dev/null"), "not a regular file"));
}

/* Opening one would wait for a writer. */
Test(preload_file, a_fifo_is_refused)
{
    alarm(5);
    cr_assert_eq(mkfifo(file, 0600), 0);
    cr_expect(strstr(preload_fault(file), "not a regular file"));
}

Test(preload_file, what_is_no_elf_is_refused)
{
    cr_expect(strstr(fault_of("", 0), "not an ELF file"));
    cr_expect(strstr(fault_of("INPUT(libfoo.so)\n", 17), "not an ELF file"));
    cr_expect(strstr(fault_of("\177ELF", 4), "not an ELF file"));
}

/* I3: another class or machine. */
Test(preload_file, another_kind_of_machine_is_refused)
{
    struct image image = good_image();
    image.header.e_machine ^= 1;
    faults(&image, "another kind");
    image = good_image();
    image.header.e_ident[EI_CLASS] ^= 3;
    faults(&image, "another kind");
    image = good_image();
    image.header.e_ident[EI_DATA] ^= 3;
    faults(&image, "another kind");
}

/* ld.so could not map it, and would say so in every program. In a mount namespace of the test's
 * own. */
Test(preload_file, a_file_that_may_not_be_mapped_to_run_is_refused)
{
    struct image image = good_image();

    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", folder, "tmpfs", MS_NOEXEC, NULL) != 0) {
        static char why[128];
        snprintf(why, sizeof(why), "cannot mount a file system: %s", strerror(errno));
        remove_folder(); /* what a skipped test leaves is not removed after it */
        cr_skip_test("%s", why);
    }
    faults(&image, "noexec");
    cr_assert_eq(umount(folder), 0);
}

Test(preload_file, an_elf_that_is_no_shared_object_is_refused)
{
    struct image image = good_image();
    image.header.e_type = ET_REL;
    faults(&image, "not an ELF shared object");
    image = good_image();
    image.header.e_phnum = 1;
    faults(&image, "not an ELF shared object");
    image = good_image();
    image.header.e_phentsize = 1;
    faults(&image, "not an ELF shared object");
}

Test(preload_file, a_file_cut_short_anywhere_is_refused)
{
    struct image image = good_image();
    for (size_t size = 0; size < sizeof image; size++)
        cr_expect_str_neq(fault_of(&image, size), "none", "%zu bytes", size);
}

Test(preload_file, numbers_that_overflow_are_refused)
{
    struct image image = good_image();
    image.header.e_phoff = (ElfW(Off)) - 1;
    faults(&image, "cut short");
    image = good_image();
    image.header.e_phnum = 0xffff;
    faults(&image, "cut short");
    image = good_image();
    image.segments[0].p_offset = (ElfW(Off)) - 8;
    faults(&image, "cut short");
    image = good_image();
    image.segments[0].p_offset = 1; /* the last byte is one too many */
    faults(&image, "cut short");
    image = good_image();
    image.segments[0].p_filesz = (ElfW(Xword)) - 1;
    faults(&image, "cut short");
}
