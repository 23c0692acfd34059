/* SPDX-License-Identifier: MIT */
/* How a command is found, followed through its scripts, and known to start in secure mode. */
#include "target_files.h"

#include <criterion/criterion.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

TARGET_SUITE(target);

Test(target, a_script_is_judged_by_its_interpreter)
{
    struct image image = good_image("libasan.so.8");
    find_image(&image);
    write_script("script", "#! \t./image  -x y\nrest");
    cr_expect_eq(target_find("./script", NULL, &target), 0);
    cr_expect_str_eq(target.program, "./script");
    cr_expect_str_eq(target.image, "./image");
    cr_expect_str_eq(target.sanitizer, "libasan.so.8");

    image.segments[INTERP].p_type = PT_NULL;
    find_image(&image);
    write_script("script", "#!./image"); /* no newline */
    cr_expect_eq(target_find("./script", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_STATIC);

    write_script("script", "#!/usr/bin/env python3\n");
    cr_expect_eq(target_find("./script", NULL, &target), 0);
    cr_expect_str_eq(target.image, "/usr/bin/env");
}

/* exec_binprm in fs/exec.c: five scripts may stand before the program, six may not. */
Test(target, scripts_that_interpret_each_other_are_followed_as_far_as_the_kernel_does)
{
    write_script("s1", "#!/bin/sh\n");
    for (int i = 2; i <= 6; i++) {
        char name[8], text[16];
        snprintf(name, sizeof name, "s%d", i);
        snprintf(text, sizeof text, "#!./s%d\n", i - 1);
        write_script(name, text);
    }
    cr_expect_eq(target_find("./s5", NULL, &target), 0);
    cr_expect_str_eq(target.image, "/bin/sh");
    cr_expect_eq(target_find("./s6", NULL, &target), ELOOP);
    write_script("own", "#!./own\n");
    cr_expect_eq(target_find("./own", NULL, &target), ELOOP);
}

Test(target, an_interpreter_line_is_read_as_the_kernel_reads_it)
{
    char line[600] = "#!./";
    memset(line + 4, 'x', 400);
    write_script("script", line); /* cut, and no blank shows where the name ends */
    goes_to_the_shell("./script");
    strcpy(line, "#!/bin/sh ");
    memset(line + 10, 'x', 400);
    write_script("script", line); /* only the argument is cut */
    cr_expect_eq(target_find("./script", NULL, &target), 0);
    cr_expect_str_eq(target.image, "/bin/sh");
    write_script("script", "#! \n/bin/sh");
    goes_to_the_shell("./script");
    write_script("script", "#!");
    goes_to_the_shell("./script");
    write_script("script", "");
    goes_to_the_shell("./script");
    write_script("script", "echo no interpreter line\n");
    goes_to_the_shell("./script");
    write_script("data", "nothing known");
    write_script("script", "#!./data\n");
    goes_to_the_shell("./script");
}

/* H12 */
Test(target, a_bad_interpreter_is_named)
{
    write_script("script", "#!/nope/sh\n");
    cr_expect_eq(target_find("./script", NULL, &target), ENOENT);
    cr_expect_str_eq(target.program, "./script");
    cr_expect_str_eq(target.image, "/nope/sh");
    write_script("script", "#!/tmp\n");
    cr_expect_eq(target_find("./script", NULL, &target), EACCES);
    cr_expect_str_eq(target.image, "/tmp");
}

Test(target, what_cannot_be_run_gives_the_errno_of_execvp)
{
    char long_name[PATH_MAX + 2];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    write_file("plain", "", 0, 0644);
    mkfifo("fifo", 0777);

    cr_expect_eq(target_find("", "/bin", &target), ENOENT);
    cr_expect_eq(target_find("./nope", NULL, &target), ENOENT);
    cr_expect_eq(target_find("./plain", NULL, &target), EACCES);
    cr_expect_eq(target_find("./plain/x", NULL, &target), ENOTDIR);
    cr_expect_eq(target_find("./fifo", NULL, &target), EACCES);
    cr_expect_eq(target_find("/tmp", NULL, &target), EACCES);
    cr_expect_eq(target_find(long_name, NULL, &target), ENAMETOOLONG);
    cr_expect_str_eq(target.program, "");
    cr_expect_str_eq(target.image, "");
}

Test(target, the_search_is_that_of_execvp)
{
    mkdir("one", 0755);
    mkdir("two", 0755);
    write_file("one/tool", "", 0, 0644);
    write_script("two/tool", "#!/bin/sh\n");
    write_script("here", "#!/bin/sh\n");

    cr_expect_eq(target_find("tool", "one:two", &target), 0);
    cr_expect_str_eq(target.program, "two/tool");
    cr_expect_eq(target_find("tool", "one:nope", &target), EACCES);
    cr_expect_eq(target_find("tool", "nope:here", &target), ENOTDIR);
    cr_expect_eq(target_find("tool", "here:two", &target), 0);
    char long_search[PATH_MAX + 8]; /* a folder that no path has room for is passed over */
    memset(long_search, 'x', PATH_MAX);
    strcpy(long_search + PATH_MAX, ":two");
    cr_expect_eq(target_find("tool", long_search, &target), 0);
    cr_expect_str_eq(target.program, "two/tool");
    cr_expect_eq(target_find("tool", "nope", &target), ENOENT);
    static const char *const with_empty_elements[] = {"", ":nope", "nope:", "nope::nope", "."};
    for (size_t i = 0; i < sizeof with_empty_elements / sizeof *with_empty_elements; i++)
        cr_expect_eq(target_find("here", with_empty_elements[i], &target), 0, "%zu", i);
    cr_expect_eq(target_find("sh", NULL, &target), 0);
    cr_expect_eq(target_find("here", NULL, &target), ENOENT);

    /* A script whose interpreter is missing is passed over, as the kernel's ENOENT makes execvp. */
    write_script("one/tool", "#!/nope/sh\n");
    cr_expect_eq(target_find("tool", "one:two", &target), 0);
    cr_expect_str_eq(target.program, "two/tool");
}

/* What a process with these user and group ids would be told of ./image, or -1. */
static int verdict_for(uid_t real, uid_t effective)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (setresgid(real, effective, effective) != 0 || setresuid(real, effective, real) != 0)
            _exit(99);
        _exit(target_find("./image", NULL, &target) == 0 ? (int)target.verdict : 99);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) != 99 ? WEXITSTATUS(status) : -1;
}

static void needs_root_and_suid(void)
{
    struct statvfs filesystem;
    if (geteuid() != 0)
        SKIP("needs root");
    if (statvfs(".", &filesystem) != 0 || filesystem.f_flag & ST_NOSUID)
        SKIP("/tmp is mounted nosuid");
}

/* I4: sudo, ping and their like start in secure mode. */
Test(target, a_program_that_changes_ids_is_in_secure_mode)
{
    struct image image = good_image("libm.so.6");
    needs_root_and_suid();
    find_image(&image);
    cr_assert_eq(chown("image", 65534, 65534), 0);
    chmod("image", 04755);
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_SET_ID);
    chmod("image", 02755);
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_SET_ID);
    chmod("image", 02745); /* without S_IXGRP the bit means something else */
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);

    /* That it is static besides is the smaller matter. */
    image.segments[INTERP].p_type = PT_NULL;
    find_image(&image);
    chmod("image", 04755);
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_SET_ID);
    image.segments[INTERP].p_type = PT_INTERP;
    find_image(&image);

    /* Its script's own bits mean nothing, the interpreter's do. */
    write_file("script", "#!./image\n", 10, 04755);
    cr_assert_eq(chown("script", 65534, 65534), 0);
    chmod("script", 04755);
    cr_expect_eq(target_find("./script", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);
    chmod("image", 04755);
    cr_expect_eq(target_find("./script", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_SET_ID);
}

Test(target, a_set_uid_program_that_changes_nothing_is_reached)
{
    struct image image = good_image("libm.so.6");
    needs_root_and_suid();
    find_image(&image);
    chmod("image", 04755);
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED); /* root runs what root owns */
    cr_assert_eq(chown("image", 65534, 0), 0);
    chmod("image", 04755);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);
}

/* The real ids count, and since Linux 6.16 so does a change back to them. */
Test(target, a_process_whose_ids_differ_already_passes_secure_mode_on)
{
    struct image image = good_image("libm.so.6");
    needs_root_and_suid();
    find_image(&image);
    cr_expect_eq(verdict_for(65534, 65534), TARGET_REACHED);
    cr_expect_eq(verdict_for(0, 65534), TARGET_SET_ID);
    cr_assert_eq(chmod("image", 06755), 0); /* root's */
    cr_expect_eq(verdict_for(0, 65534), TARGET_SET_ID);
    cr_assert_eq(chmod("image", 0700), 0); /* root may run it, but does not */
    cr_expect_eq(verdict_for(0, 65534), -1);
}

Test(target, file_capabilities_mean_secure_mode_but_not_for_root)
{
    struct image image = good_image("libm.so.6");
    struct vfs_cap_data data = {.magic_etc = htole32(VFS_CAP_REVISION_2)};
    needs_root_and_suid();
    find_image(&image);
    data.data[0].permitted = htole32(1u << CAP_NET_RAW);
    if (setxattr("image", "security.capability", &data, sizeof data, 0) != 0)
        SKIP("/tmp keeps no file capabilities");
    cr_expect_eq(target_find("./image", NULL, &target), 0);
    cr_expect_eq(target.verdict, TARGET_REACHED);
    cr_expect_eq(verdict_for(65534, 65534), TARGET_CAPABLE);
}

Test(target, a_program_that_may_be_run_but_not_read_is_not_judged)
{
    struct image image = good_image("libm.so.6");
    needs_root_and_suid();
    find_image(&image);
    chmod("image", 0711);
    cr_expect_eq(verdict_for(65534, 65534), TARGET_UNREADABLE);
}

Test(target, no_descriptor_is_left_open)
{
    struct image image = good_image("libasan.so.8");
    int before = open("/dev/null", O_RDONLY);
    find_image(&image);
    write_script("script", "#!./image\n");
    target_find("./script", NULL, &target);
    image.segments[INTERP].p_filesz = 1;
    find_image(&image);
    int after = open("/dev/null", O_RDONLY);
    cr_expect_eq(after, before + 1);
}
