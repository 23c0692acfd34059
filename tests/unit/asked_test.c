/* SPDX-License-Identifier: MIT */
/* What was asked of the process, with the kernel's word on secure mode in the test's hands. */
#include "asked.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static unsigned long secure;

unsigned long getauxval(unsigned long type)
{
    return type == AT_SECURE ? secure : 0;
}

static char *const low[] = {"PRIOSHIM_PRIORITY=low", "PRIOSHIM_EXPLICIT=keep", NULL};
static char *const garbage[] = {"PRIOSHIM_PRIORITY=garbage", NULL};

static char said[1024];

/* Announces with stderr going to a file, which is the same as at the start or another one. */
static const char *announced(char *const environment[], bool reused)
{
    char path[] = "/tmp/prioshim-stderr-XXXXXX", other[] = "/tmp/prioshim-data-XXXXXX";
    int file = mkstemp(path), data = mkstemp(other), kept = dup(STDERR_FILENO);

    dup2(file, STDERR_FILENO);
    asked_read(environment);
    if (reused)
        dup2(data, STDERR_FILENO);
    asked_announce();
    asked_announce();
    dup2(kept, STDERR_FILENO);
    int from = reused ? data : file;
    ssize_t length = pread(from, said, sizeof(said) - 1, 0);
    said[length < 0 ? 0 : length] = '\0';
    unlink(path);
    unlink(other);
    return said;
}

Test(asked, settings_are_read_once)
{
    asked_read(low);
    asked_read(garbage);
    cr_assert_eq(asked()->priority, PRIORITY_LOW);
    cr_assert_eq(asked()->explicit_policy, EXPLICIT_KEEP);
}

Test(asked, the_environment_is_read_at_the_first_question)
{
    setenv("PRIOSHIM_PRIORITY", "high", 1);
    cr_assert_eq(asked()->priority, PRIORITY_HIGH);
}

/* I4 */
Test(asked, secure_mode_takes_no_orders)
{
    secure = 1;
    asked_read(low);
    cr_assert_eq(asked()->priority, PRIORITY_DEFAULT);
    cr_assert_eq(asked()->explicit_policy, EXPLICIT_OVERRIDE);
}

Test(asked, secure_mode_says_nothing)
{
    secure = 1;
    cr_assert_str_empty(announced(garbage, false));
}

Test(asked, a_bad_setting_is_said_once)
{
    cr_assert_str_eq(announced(garbage, false),
                     "prioshim: PRIOSHIM_PRIORITY is 'garbage'; it may be default, low or high; "
                     "streams keep their own priority\n");
}

/* G7: a daemon closed its stderr, and the number is a data file's by now. */
Test(asked, nothing_is_written_into_a_file_that_took_stderrs_number)
{
    cr_assert_str_empty(announced(garbage, true));
}

Test(asked, a_closed_stderr_is_left_alone_and_so_is_errno)
{
    int kept = dup(STDERR_FILENO);

    close(STDERR_FILENO);
    errno = 77;
    asked_read(garbage);
    int at_reading = errno;
    asked_announce();
    int at_announcing = errno;
    dup2(kept, STDERR_FILENO);
    cr_assert_eq(at_reading, 77);
    cr_assert_eq(at_announcing, 77);
}

Test(asked, nothing_is_said_of_good_settings)
{
    cr_assert_str_empty(announced(low, false));
}

Test(asked, nobody_is_watched_unless_that_is_asked_for)
{
    asked_read(low);
    cr_assert_eq(asked_attention, 0);
    cr_assert_not(asked_watched());
}

Test(asked, a_report_or_a_log_is_a_reason_to_watch)
{
    char *const environment[] = {"PRIOSHIM_LOG=stderr", NULL};

    asked_read(environment);
    cr_assert(ASKED_ATTENTION());
    cr_assert(asked_watched());
    asked_announce();
    cr_assert(asked_watched());
}

Test(asked, once_a_bad_setting_is_said_nothing_more_is_to_be_done)
{
    announced(garbage, false);
    cr_assert_eq(asked_attention, 0);
}

/* A program may write over its environment: setproctitle does. */
Test(asked, paths_are_copied)
{
    char report[] = "PRIOSHIM_REPORT=/tmp/report";
    char *const environment[] = {report, NULL};

    asked_read(environment);
    memset(report, 'x', sizeof(report) - 1);
    cr_assert_eq(asked()->report, OUTPUT_FILE);
    cr_assert_str_eq(asked_path(SETTING_report), "/tmp/report");
}

/* Cut, it would be another file's. */
Test(asked, a_path_that_is_too_long_is_none)
{
    static char report[5000] = "PRIOSHIM_REPORT=/";
    char *const environment[] = {report, NULL};

    memset(report + strlen(report), 'x', 4500);
    asked_read(environment);
    cr_assert_str_empty(asked_path(SETTING_report));
}
