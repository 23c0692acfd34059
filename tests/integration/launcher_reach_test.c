/* SPDX-License-Identifier: MIT */
/* What prio-exec makes of its own library, of commands it can't reach, and of --dry-run. */
#include "launcher.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

LAUNCHER_SUITE(launcher_reach);

/* -- Finding the library -- */

/* H10: started by every kind of path, then running elsewhere. */
Test(launcher_reach, the_library_is_found_from_wherever_it_is_started)
{
    char *launcher = install("tree");
    char *object = text("object %s/tree/lib/prioshim/libprioshim.so", folder);
    cr_assert_eq(symlink(launcher, "link"), 0);
    environment[0] = "PATH=tree/bin:/usr/bin:/bin";

    static const char *const starts[] = {"tree/bin/prio-exec", "./link", "prio-exec",
                                         "cd tree/lib && ../bin/prio-exec"};
    for (size_t i = 0; i < 4; i++) {
        run(WORDS("/bin/sh", "-c", text("%s low sh -c 'cd / && %s'", starts[i], SHOW)));
        ran_silently();
        has_line(object);
    }
    run(WORDS("/bin/sh", "-c",
              text("mkdir gone && cd gone && rmdir ../gone && %s low " SHOW, launcher)));
    ended(0);
    has_line(object);
}

Test(launcher_reach, the_path_handed_on_is_free_of_links)
{
    install("tree");
    cr_assert_eq(symlink("tree", "linked"), 0);
    cr_assert_eq(rename("tree/lib/prioshim/libprioshim.so", "real.so"), 0);
    cr_assert_eq(symlink("../../../real.so", "tree/lib/prioshim/libprioshim.so"), 0);
    run(WORDS("linked/bin/prio-exec", "low", SHOW));
    ran_silently();
    has_line(text("env LD_PRELOAD=%s/real.so", folder));
}

/* H1, H2: ld.so splits at spaces and colons and expands '$'; all else it carries. */
Test(launcher_reach, a_place_that_ld_preload_cannot_carry_is_refused)
{
    copy(MARK, "evil.so", 0644);
    run(WORDS(install("a b"), "low", SHOW));
    failed(125, "/a b/lib/prioshim/libprioshim.so': its path holds a space");
    run(WORDS(install("evil.so:x"), "low", SHOW));
    failed(125, "a colon");
    run(WORDS(install("do$ORIGIN"), "low", SHOW));
    failed(125, "'$'");
    run(WORDS(install("new\nline here"), "low", SHOW));
    failed(125, "new\\012line here");
}

/* H1 */
Test(launcher_reach, a_place_with_other_odd_characters_works)
{
    static const char *const names[] = {"tab\there", "new\nline", "um\xc3\xa4ut",
                                        "raw\xff",   "quote'\"",  "semi;&*"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        run(WORDS(install(names[i]), "low", SHOW));
        ran_silently();
        has_line(text("object %s/%s/lib/prioshim/libprioshim.so", folder, names[i]));
    }
}

/* I7, H15, I5: refused once, instead of a line from ld.so in every child. */
Test(launcher_reach, a_library_that_cannot_be_loaded_is_refused)
{
    char *launcher = install("tree");
    const char *library = "tree/lib/prioshim/libprioshim.so";

    cr_assert_eq(truncate(library, 4096), 0);
    run(WORDS(launcher, "low", SHOW));
    failed(125, "cut short");
    cr_assert_eq(truncate(library, 0), 0);
    run(WORDS(launcher, "low", SHOW));
    failed(125, "not an ELF file");
    cr_assert_eq(unlink(library), 0);
    run(WORDS(launcher, "low", SHOW));
    failed(125, "libprioshim.so': No such file");
    cr_assert_eq(mkdir(library, 0755), 0);
    run(WORDS(launcher, "low", SHOW));
    failed(125, "not a regular file");
    cr_assert_eq(rmdir(library), 0);
    copy(SHOW, library, 0755);
    cr_assert_eq(truncate(library, 200), 0);
    run(WORDS(launcher, "--quiet", "low", SHOW));
    failed(125, "cut short");
    run(WORDS(launcher, "--dry-run", "low", SHOW));
    failed(125, "cut short");
}

Test(launcher_reach, a_library_of_another_machine_is_refused)
{
    char *launcher = install("tree");
    FILE *library = fopen("tree/lib/prioshim/libprioshim.so", "r+");
    cr_assert(library && fseek(library, 18, SEEK_SET) == 0); /* e_machine, in both classes */
    fputc(0x7e, library);
    fclose(library);
    run(WORDS(launcher, "low", SHOW));
    failed(125, "another kind of machine");
}

/* -- Commands that can't be reached -- */

/* They run, with one line; --quiet has none; --strict refuses. */
static void is_warned_of(const char *command, const char *why)
{
    LAUNCH("low", command, "x");
    ended(0);
    said(text("warning: '%s' ", command));
    said(why);
    has_line("arg x");
    LAUNCH("--quiet", "default", command);
    ran_silently();
    LAUNCH("--strict", "low", command);
    failed(125, why);
    cr_expect(!strstr(result.err, "warning"));
    LAUNCH("--strict", "--quiet", "low", command);
    failed(125, why);
    LAUNCH("--dry-run", "default", command);
    ended(0);
    said(why);
    LAUNCH("--dry-run", "--strict", "low", command);
    failed(125, why);
}

Test(launcher_reach, strict_has_nothing_against_a_command_that_is_reached)
{
    LAUNCH("--strict", "low", SHOW);
    ran_silently();
    has_line("object " PRIOSHIM_LIBRARY_PATH);
    write_file("script", "#!/usr/bin/env sh\nexec " SHOW "\n", 0755);
    LAUNCH("--strict", "low", "./script");
    ran_silently();
}

/* I8: no effect on Go and other static programs, and nothing said. */
Test(launcher_reach, a_static_program_runs_with_a_warning)
{
    need(APPS_DIR "/launcher_show_static");
    is_warned_of(APPS_DIR "/launcher_show_static", "statically linked, so its streams keep");
    LAUNCH("low", APPS_DIR "/launcher_show_static");
    has_line("env PRIOSHIM_PRIORITY=low");
    has_line("env LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH);
}

Test(launcher_reach, a_static_pie_program_runs_with_a_warning)
{
    need(APPS_DIR "/launcher_show_static_pie");
    is_warned_of(APPS_DIR "/launcher_show_static_pie", "statically linked");
}

Test(launcher_reach, a_program_of_another_c_library_runs_with_a_warning)
{
    need(APPS_DIR "/launcher_show_musl");
    is_warned_of(APPS_DIR "/launcher_show_musl", "another C library");
    LAUNCH("low", APPS_DIR "/launcher_show_musl");
    has_line("env PRIOSHIM_PRIORITY=low");
    has_line("env LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH);
}

/* C8, C9: it loads the library all the same, as does one that a program of glibc starts. */
Test(launcher_reach, lookups_in_a_program_of_another_c_library_are_its_own)
{
    need(APPS_DIR "/launcher_lookups_musl");
    run(WORDS(APPS_DIR "/launcher_lookups_musl"));
    ran_silently();
    char *bare = text("%s", result.out);
    has_line("getpid: there");
    LAUNCH("--quiet", "high", APPS_DIR "/launcher_lookups_musl");
    ran_silently();
    cr_expect_str_eq(result.out, bare);
    LAUNCH("high", "sh", "-c", APPS_DIR "/launcher_lookups_musl; exit $?");
    ran_silently();
    cr_expect_str_eq(result.out, bare);
}

Test(launcher_reach, a_script_is_warned_of_by_its_interpreter)
{
    need(APPS_DIR "/launcher_show_static");
    write_file("script", "#!" APPS_DIR "/launcher_show_static\n", 0755);
    is_warned_of("./script", "'./script' is run by '" APPS_DIR "/launcher_show_static', which is");
}

/* I4: sudo, ping. As root, for whom a program of user nobody changes ids. */
Test(launcher_reach, a_set_uid_program_runs_in_secure_mode_with_a_warning)
{
    struct statvfs filesystem;
    if (geteuid() != 0)
        SKIP("needs root");
    if (statvfs(".", &filesystem) != 0 || filesystem.f_flag & ST_NOSUID)
        SKIP("/tmp is mounted nosuid");
    copy(SHOW, "setuid", 0755);
    cr_assert_eq(chown("setuid", 65534, 65534), 0);
    cr_assert_eq(chmod("setuid", 04755), 0);
    is_warned_of("./setuid", "another user");
    LAUNCH("low", "./setuid");
    has_line("secure 1");
    has_no("libprioshim.so\n");

    cr_assert_eq(chown("setuid", 0, 0), 0);
    cr_assert_eq(chmod("setuid", 04755), 0);
    LAUNCH("--strict", "low", "./setuid"); /* root's own: no id changes */
    ran_silently();
    has_line("secure 0");
    has_line("object " PRIOSHIM_LIBRARY_PATH);
}

/* -- Dry run -- */

Test(launcher_reach, a_dry_run_prints_a_shell_command_that_does_the_same)
{
    const char *odd = "it's $HOME `x` \"q\" \\ *";
    with("PRIOSHIM_EXPLICIT=override");
    with("LD_PRELOAD=" MARK);
    LAUNCH("--dry-run", "--keep-explicit", "high", SHOW, odd, "", "a=b", "~");
    ran_silently();
    has_no("pid ");
    cr_expect(strncmp(result.out, "PRIOSHIM_PRIORITY=high \\\n", 25) == 0, "%s", result.out);
    cr_expect(strstr(result.out, "\nLD_PRELOAD=" PRIOSHIM_LIBRARY_PATH ":" MARK " \\\n"));
    cr_expect(strstr(result.out, "\nPRIOSHIM_EXPLICIT=keep \\\n"));

    run(WORDS("/bin/sh", "-c", text("%s", result.out)));
    ran_silently();
    has_line("env PRIOSHIM_PRIORITY=high");
    has_line("env PRIOSHIM_EXPLICIT=keep");
    has_line("env LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH ":" MARK);
    char *expected = text("arg %s\narg \narg a=b\narg ~\n", odd);
    cr_expect(strstr(result.out, expected), "%s", result.out);
}

Test(launcher_reach, a_dry_run_keeps_a_line_a_line)
{
    LAUNCH("--dry-run", "low", SHOW, "two\nlines\\", "tab\t'", "del\x7f");
    ran_silently();
    cr_expect(strstr(result.out, "\n" SHOW " $'two\\012lines\\\\' $'tab\\011\\'' $'del\\177'\n"),
              "%s", result.out);
}

Test(launcher_reach, a_dry_run_says_what_the_run_would_say)
{
    LAUNCH("--dry-run", "lowest", SHOW);
    failed(125, "unknown LEVEL");
    LAUNCH("--dry-run", "low", "no-such-command");
    failed(127, "'no-such-command'");
    LAUNCH("--dry-run", "low", "/tmp");
    failed(126, "'/tmp'");
}
