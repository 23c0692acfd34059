/* SPDX-License-Identifier: MIT */
/* What the launcher sets up besides the level: reports, and what MPS is told. */
#include "launcher.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

LAUNCHER_SUITE(launcher_extras);

/* The only documented way to put a whole process behind others; for the other direction is none. */
Test(launcher_extras, at_low_a_process_stands_behind_other_clients_of_mps)
{
    LAUNCH("low", SHOW);
    has_line("env CUDA_MPS_CLIENT_PRIORITY=1");
    LAUNCH("high", SHOW);
    has_no("CUDA_MPS_CLIENT_PRIORITY");
    LAUNCH("default", SHOW);
    has_no("CUDA_MPS_CLIENT_PRIORITY");
}

Test(launcher_extras, what_the_user_tells_mps_stays)
{
    with("CUDA_MPS_CLIENT_PRIORITY=0");
    LAUNCH("low", SHOW);
    has_line("env CUDA_MPS_CLIENT_PRIORITY=0");
    has_no("CUDA_MPS_CLIENT_PRIORITY=1");
}

Test(launcher_extras, an_empty_word_to_mps_stays_as_well)
{
    with("CUDA_MPS_CLIENT_PRIORITY=");
    LAUNCH("low", SHOW);
    has_line("env CUDA_MPS_CLIENT_PRIORITY=");
}

Test(launcher_extras, no_mps_tells_mps_nothing)
{
    LAUNCH("--no-mps", "low", SHOW);
    has_no("CUDA_MPS_CLIENT_PRIORITY");
}

Test(launcher_extras, a_report_is_on_stderr_or_in_a_file_by_its_full_path)
{
    LAUNCH("low", SHOW);
    has_no("PRIOSHIM_REPORT");
    LAUNCH("--report", "low", SHOW);
    has_line("env PRIOSHIM_REPORT=stderr");
    LAUNCH("--report=stderr", "low", SHOW); /* a file, then */
    has_line(text("env PRIOSHIM_REPORT=%s/stderr", folder));
    LAUNCH(text("--report=%s/a b", folder), "low", SHOW);
    has_line(text("env PRIOSHIM_REPORT=%s/a b", folder));
    cr_expect_eq(access("a b", F_OK), 0);
    with("PRIOSHIM_REPORT=off");
    LAUNCH("--report", "low", SHOW);
    has_line("env PRIOSHIM_REPORT=stderr");
}

Test(launcher_extras, a_report_that_is_there_is_added_to)
{
    write_file("report", "kept\n", 0600);
    LAUNCH("--report=report", "low", SHOW);
    struct stat status;
    cr_expect_eq(stat("report", &status), 0);
    cr_expect_eq(status.st_size, 5);
}

Test(launcher_extras, a_place_that_cannot_take_a_report_is_refused)
{
    LAUNCH("--report=", "low", SHOW);
    failed(125, "empty FILE");
    LAUNCH("--report=/nowhere/report", "low", SHOW);
    failed(125, "cannot report to /nowhere/report");
    LAUNCH("--report=.", "low", SHOW);
    failed(125, text("cannot report to %s/.", folder));
    char name[5000] = "--report=";
    memset(name + strlen(name), 'x', sizeof(name) - 1 - strlen(name));
    LAUNCH(name, "low", SHOW);
    failed(125, "cannot report to");
    LAUNCH("--report", "--check");
    failed(125, "--report goes with a COMMAND");
}

Test(launcher_extras, a_place_in_the_environment_that_cannot_be_written_is_refused)
{
    with("PRIOSHIM_LOG=/nowhere/log");
    LAUNCH("low", SHOW);
    failed(125, "cannot log to /nowhere/log");
    with("PRIOSHIM_REPORT=/nowhere/report");
    LAUNCH("low", SHOW);
    failed(125, "cannot report to /nowhere/report");
}

Test(launcher_extras, where_nothing_is_run_no_file_is_made)
{
    LAUNCH("--dry-run", "--report=report", "low", SHOW);
    cr_expect_neq(access("report", F_OK), 0);
    LAUNCH("--report=report", "low", "no-such-command");
    failed(127, "no-such-command");
    cr_expect_neq(access("report", F_OK), 0);
}

/* Opened anew, such a file has an offset of its own, and what the command says is written over. */
Test(launcher_extras, a_report_into_the_commands_own_output_is_refused)
{
    run(WORDS("/bin/sh", "-c", PRIO_EXEC_PATH " --report=/dev/stderr low /bin/true 2>said"));
    ended(125);
    run(WORDS("/bin/cat", "said"));
    has_line("prio-exec: cannot report to /dev/stderr: the command's own output goes there");
    run(WORDS("/bin/sh", "-c", PRIO_EXEC_PATH " --report=/dev/stderr low /bin/true 2>&1 | cat"));
    ended(0);
}

Test(launcher_extras, an_option_behind_the_level_is_explained)
{
    LAUNCH("low", "--report", SHOW);
    failed(127, "options come before LEVEL");
}

/* --report FILE would take the level for a file. */
Test(launcher_extras, a_file_is_a_part_of_its_option)
{
    LAUNCH("--report", "report", "low", SHOW);
    failed(125, "unknown LEVEL 'report'");
}

Test(launcher_extras, a_setting_of_launches_is_the_users)
{
    with("PRIOSHIM_LAUNCHES=On");
    LAUNCH("low", SHOW);
    has_line("env PRIOSHIM_LAUNCHES=On");
}

Test(launcher_extras, a_relative_path_in_a_setting_is_refused)
{
    with("PRIOSHIM_LOG=log");
    LAUNCH("low", SHOW);
    failed(125, "PRIOSHIM_LOG is 'log' in the environment (allowed: off, stderr, /FILE)");
}
