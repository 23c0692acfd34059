/* SPDX-License-Identifier: MIT */
/* prio-exec as its user meets it: the command line, the process, the environment. */
#include "launcher.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

LAUNCHER_SUITE(launcher);

/* -- The command line -- */

Test(launcher, help_names_all_levels_and_settings)
{
    static const char *const parts[] = {
        "Usage: prio-exec [OPTION]... LEVEL [--] COMMAND [ARG]...\n",
        "\n  default ",
        "\n  low ",
        "\n  high ",
        "PRIOSHIM_PRIORITY",
        "PRIOSHIM_EXPLICIT",
        "override, keep",
        "MPS"};
    LAUNCH("--help");
    ran_silently();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cr_expect(strstr(result.out, parts[i]), "%s", parts[i]);
    char *long_help = text("%s", result.out);
    LAUNCH("-h");
    ran_silently();
    cr_expect_str_eq(result.out, long_help);
    LAUNCH("--version");
    ran_silently();
    cr_expect(strncmp(result.out, "prio-exec ", 10) == 0);
}

Test(launcher, help_that_cannot_be_written_is_a_failure)
{
    run(WORDS("/bin/sh", "-c", "exec " PRIO_EXEC_PATH " --help >/dev/full"));
    failed(125, "stdout");
    run(WORDS("/bin/sh", "-c", "exec " PRIO_EXEC_PATH " --version >&-"));
    failed(125, "stdout");
    run(WORDS("/bin/sh", "-c", "exec " PRIO_EXEC_PATH " --dry-run low true >/dev/full"));
    failed(125, "stdout");
}

Test(launcher, a_missing_operand_is_a_usage_error)
{
    run(WORDS(PRIO_EXEC_PATH));
    failed(125, "Try 'prio-exec --help'");
    LAUNCH("--quiet", "--");
    failed(125, "LEVEL. Try 'prio-exec --help'");
    LAUNCH("low");
    failed(125, "COMMAND. Try 'prio-exec --help'");
    LAUNCH("low", "--");
    failed(125, "COMMAND. Try 'prio-exec --help'");
}

Test(launcher, an_unknown_option_is_a_usage_error)
{
    static const char *const options[] = {"--nope", "-x", "-p\n", "--help=much", "-"};
    for (size_t i = 0; i < 4; i++) {
        LAUNCH(options[i], "low", SHOW);
        failed(125, "Try 'prio-exec --help'");
    }
    LAUNCH("-", SHOW); /* an operand, as everywhere */
    failed(125, "unknown LEVEL '-'");
}

Test(launcher, no_argument_at_all_not_even_a_name_is_survived)
{
    result = spawn_run(&(struct spawn_request){
        .path = PRIO_EXEC_PATH, .argv = (const char *const[]){NULL}, .env = environment});
    failed(125, "Try 'prio-exec --help'");
}

/* H11: the command's options were eaten, with and without POSIXLY_CORRECT. */
Test(launcher, the_commands_own_options_are_never_touched)
{
    static const char expected[] = "arg -p\narg x\narg --version\narg --\narg -q\n";
    for (int i = 0; i < 2; i++) {
        LAUNCH("low", SHOW, "-p", "x", "--version", "--", "-q");
        ran_silently();
        cr_expect(strstr(result.out, expected), "%s", result.out);
        LAUNCH("--quiet", "--", "low", "--", SHOW, "-p", "x", "--version", "--", "-q");
        ran_silently();
        cr_expect(strstr(result.out, expected), "%s", result.out);
        with("POSIXLY_CORRECT=1");
    }
}

Test(launcher, one_double_dash_after_the_level_is_skipped)
{
    LAUNCH("low", "--", "--", "x");
    failed(127, "'--'");
    LAUNCH("low", "--strict", SHOW); /* no option of ours any more */
    failed(127, "'--strict'");
}

Test(launcher, the_level_is_read_in_any_case_and_given_as_it_is_known)
{
    LAUNCH("LoW", SHOW);
    ran_silently();
    has_line("env PRIOSHIM_PRIORITY=low");
    LAUNCH("HIGH", SHOW);
    has_line("env PRIOSHIM_PRIORITY=high");
    LAUNCH("default", SHOW);
    has_line("env PRIOSHIM_PRIORITY=default");
}

Test(launcher, an_unknown_level_is_refused_with_the_words_that_are_allowed)
{
    static const char *const levels[] = {"lowest", "", "5", "lo", "low\nhigh"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        LAUNCH(levels[i], SHOW);
        failed(125, "default, low, high");
    }
}

/* -- Statuses and the process -- */

/* H12 */
Test(launcher, the_status_of_the_command_is_passed_on)
{
    static const int codes[] = {0, 1, 2, 124, 125, 126, 127, 128, 255};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        LAUNCH("low", "sh", "-c", text("exit %d", codes[i]));
        ended(codes[i]);
        cr_expect_str_eq(result.err, "");
    }
}

Test(launcher, death_by_a_signal_is_passed_on)
{
    LAUNCH("low", "sh", "-c", "kill -TERM $$");
    cr_expect(WIFSIGNALED(result.status) && WTERMSIG(result.status) == SIGTERM);
}

Test(launcher, the_command_has_the_process_id_of_the_launcher)
{
    LAUNCH("low", SHOW);
    has_line(text("pid %ld", (long)result.pid));
}

Test(launcher, ignored_signals_stay_ignored)
{
    run(WORDS("/bin/sh", "-c",
              "trap '' TERM; exec " PRIO_EXEC_PATH " low sh -c 'kill -TERM $$; exit 9'"));
    ended(9);
}

/* H12 */
Test(launcher, what_is_not_there_is_127)
{
    LAUNCH("low", "no-such-command");
    failed(127, "'no-such-command'");
    LAUNCH("low", "./nope");
    failed(127, "'./nope'");
    LAUNCH("low", "");
    failed(127, "''");
    LAUNCH("low", SHOW "/x");
    failed(127, "'" SHOW "/x'");
    char long_name[5000];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    LAUNCH("low", long_name);
    failed(127, "too long");
    LAUNCH("low", "no\nsuch");
    failed(127, "$'no\\012such'");
}

/* H12: 127 was also used for "there, but its interpreter is missing". */
Test(launcher, what_is_there_but_cannot_be_run_is_126)
{
    write_file("plain", "", 0644);
    write_file("script", "#!/nope/sh\n", 0755);
    LAUNCH("low", "./plain");
    failed(126, "'./plain'");
    LAUNCH("low", "/tmp");
    failed(126, "'/tmp'");
    LAUNCH("low", "./script");
    failed(126, "'./script': its interpreter '/nope/sh': No such file");
    with("PATH=."); /* the first PATH counts, as with getenv */
    environment[0] = "PATH=/nope:.";
    LAUNCH("low", "script");
    failed(126, "interpreter '/nope/sh'");
    LAUNCH("low", "plain");
    failed(126, "'plain'");
}

Test(launcher, a_script_without_interpreter_line_runs_as_with_execvp)
{
    write_file("script", "echo $# $1; exit 7\n", 0755);
    LAUNCH("low", "./script", "a b");
    ended(7);
    cr_expect_str_eq(result.out, "1 a b\n");
    cr_expect_str_eq(result.err, "");
}

Test(launcher, the_search_in_path_is_that_of_execvp)
{
    copy(SHOW, "tool", 0755);
    environment[0] = "PATH=/nope:";
    LAUNCH("low", "tool", "x");
    ran_silently();
    has_line("arg tool");
    environment[0] = "HOME=/";
    LAUNCH("low", "true");
    ran_silently();
    LAUNCH("low", "tool");
    failed(127, "'tool'");
}

/* -- The environment -- */

Test(launcher, only_the_commands_environment_is_changed_and_only_there)
{
    with("A=1");
    with("PRIOSHIM_PRIORITY=high");
    with("B=2");
    with("PRIOSHIM_PRIORITY=nonsense");
    with("PRIOSHIM_PRIORITY_OF_OTHERS=high");
    with("LD_PRELOAD_32=x");
    LAUNCH("low", "env");
    ran_silently();
    cr_expect_str_eq(result.out, "PATH=/usr/bin:/bin\nA=1\nB=2\nPRIOSHIM_PRIORITY_OF_OTHERS=high\n"
                                 "LD_PRELOAD_32=x\nPRIOSHIM_PRIORITY=low\n"
                                 "LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH "\n"
                                 "CUDA_MPS_CLIENT_PRIORITY=1\n");
}

Test(launcher, keep_explicit_is_set_only_when_asked_for)
{
    LAUNCH("low", SHOW);
    has_no("PRIOSHIM_EXPLICIT");
    LAUNCH("--keep-explicit", "low", SHOW);
    has_line("env PRIOSHIM_EXPLICIT=keep");
    with("PRIOSHIM_EXPLICIT=Override");
    LAUNCH("low", SHOW);
    has_line("env PRIOSHIM_EXPLICIT=Override");
    LAUNCH("--keep-explicit", "low", SHOW);
    has_line("env PRIOSHIM_EXPLICIT=keep");
    has_no("Override");
}

Test(launcher, an_inherited_setting_that_cannot_be_read_is_refused)
{
    with("PRIOSHIM_EXPLICIT=maybe");
    LAUNCH("low", SHOW);
    failed(125, "PRIOSHIM_EXPLICIT is 'maybe'");
    said("override, keep");
    LAUNCH("--keep-explicit", "low", SHOW);
    ran_silently();
}

/* H3: forms of LD_PRELOAD that other tools leave. */
Test(launcher, every_old_preload_still_loads_in_order)
{
    const char *a = text("%s/a.so", folder), *b = text("%s/b.so", folder);
    const char *forms[] = {text("LD_PRELOAD=%s %s", a, b), text("LD_PRELOAD=%s:%s", a, b),
                           text("LD_PRELOAD=:%s::%s:", a, b), text("LD_PRELOAD=%s  %s ", a, b)};
    copy(MARK, "a.so", 0644);
    copy(MARK, "b.so", 0644);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        environment[1] = forms[i];
        LAUNCH("low", SHOW);
        ran_silently();
        char *expected = text("object %s\nobject %s\nobject %s\n", PRIOSHIM_LIBRARY_PATH, a, b);
        cr_expect(strstr(result.out, expected), "%s gave %s", forms[i], result.out);
    }
    environment[1] = "LD_PRELOAD=";
    LAUNCH("low", SHOW);
    ran_silently();
    has_line("env LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH);
}

/* ld.so reads the whole environment, so the last one counts. */
Test(launcher, of_two_old_preloads_the_last_one_loads)
{
    copy(MARK, "a.so", 0644);
    copy(MARK, "b.so", 0644);
    with(text("LD_PRELOAD=%s/a.so", folder));
    with(text("LD_PRELOAD=%s/b.so", folder));
    run(WORDS(SHOW));
    has_no(text("object %s/a.so", folder));
    has_line(text("object %s/b.so", folder));
    LAUNCH("low", SHOW);
    ran_silently();
    has_no(text("object %s/a.so", folder));
    has_line(text("object %s/b.so", folder));
    has_line(text("env LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH ":%s/b.so", folder));
}

/* H4, H5: a launcher in a launcher, and with other tools of its kind on either side. */
Test(launcher, nested_launchers_load_the_library_once_and_the_inner_level_wins)
{
    LAUNCH("low", PRIO_EXEC_PATH, "--keep-explicit", "high", PRIO_EXEC_PATH, "default", SHOW);
    ran_silently();
    has_line("env PRIOSHIM_PRIORITY=default");
    has_line("env PRIOSHIM_EXPLICIT=keep");
    has_line("env LD_PRELOAD=" PRIOSHIM_LIBRARY_PATH);

    LAUNCH("low", "stdbuf", "-oL", SHOW);
    ran_silently();
    has_line("object " PRIOSHIM_LIBRARY_PATH);
    cr_expect(strstr(result.out, "libstdbuf.so"));
    run(WORDS("/usr/bin/stdbuf", "-oL", PRIO_EXEC_PATH, "low", SHOW));
    ran_silently();
    has_line("object " PRIOSHIM_LIBRARY_PATH);
    cr_expect(strstr(result.out, "libstdbuf.so"));
}

/* H9: gcc's libasan ends a program in which another library comes first. */
Test(launcher, an_address_sanitizer_program_runs)
{
    need(APPS_DIR "/launcher_show_asan");
    LAUNCH("low", APPS_DIR "/launcher_show_asan");
    ran_silently();
    has_line("object " PRIOSHIM_LIBRARY_PATH);
    LAUNCH("low", PRIO_EXEC_PATH, "high", APPS_DIR "/launcher_show_asan");
    ran_silently();
    write_file("script", "#!" APPS_DIR "/launcher_show_asan\n", 0755);
    LAUNCH("low", "./script");
    ran_silently();
    has_line("env ASAN_OPTIONS=verify_asan_link_order=0");
    with("ASAN_OPTIONS=detect_leaks=0");
    LAUNCH("low", "./script");
    has_line("env ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0");
    environment[1] = NULL;
    LAUNCH("low", SHOW); /* and no other program is told anything */
    has_no("verify_asan_link_order");
}

/* G6 */
Test(launcher, the_command_has_no_descriptor_more_and_none_less)
{
    static const char *const closings[] = {"", "<&-", ">&- 5>/dev/null", "2>&-", "<&- 2>&- 7<."};
    for (size_t i = 0; i < sizeof closings / sizeof *closings; i++) {
        const char *fds =
            "for i in 0 1 2 3 4 5 6 7 8 9; do test -e /proc/$$/fd/$i && n=$n$i; done; ";
        char *tell = text("%s echo $n >%s/fds", fds, folder);
        char seen[2][16] = {"", ""};
        for (int bare = 0; bare < 2; bare++) {
            run(WORDS("/bin/sh", "-c", text("exec \"$@\" %s", closings[i]), "sh",
                      bare ? "/usr/bin/env" : PRIO_EXEC_PATH, bare ? "-" : "low", "/bin/sh", "-c",
                      tell));
            ended(0);
            FILE *stream = fopen("fds", "r");
            cr_assert(stream && fgets(seen[bare], 16, stream));
            fclose(stream);
        }
        cr_expect_str_eq(seen[0], seen[1], "%s", closings[i]);
    }
}
