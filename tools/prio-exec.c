/* SPDX-License-Identifier: MIT */
/*
 * prio-exec: runs a command whose GPU streams take a priority, as nice(1) does for processes.
 *
 * It composes an environment and execs in place. What it doubts it refuses before that, with one
 * line; what it can't reach it runs all the same, with one line.
 */
#include "environment.h"
#include "options.h"
#include "places.h"
#include "preload.h"
#include "say.h"
#include "settings.h"
#include "target.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a verdict means to the user. */
static const struct {
    const char *why, *so;
} verdict_text[] = {
#define OWN_STREAMS                                                                                \
    "so its streams keep their own priority (programs that it starts can still be reached)"
/* ld.so drops LD_PRELOAD from the environment there: unsecure_envvars in glibc. */
#define ALL_STREAMS "so neither its streams nor those of programs that it starts take the priority"
#define START_INSIDE " (let it start prio-exec instead)"
    [TARGET_UNREADABLE] = {"cannot be read", "so whether its streams take the priority is unknown"},
    [TARGET_STATIC] = {"is statically linked", OWN_STREAMS},
    [TARGET_OTHER_LOADER] = {"is linked to another C library than glibc", OWN_STREAMS},
    [TARGET_OTHER_MACHINE] = {"is built for another ELF class or machine", OWN_STREAMS},
    [TARGET_SET_ID] = {"runs as another user or group than its caller", ALL_STREAMS START_INSIDE},
    [TARGET_CAPABLE] = {"has file capabilities", ALL_STREAMS START_INSIDE},
};

/* One line about a command that can't be reached, as --strict and --quiet would have it. */
static void report_unreached(const char *command, const struct target *target, const bool given[])
{
    char *subject = quote(command, false);

    if (target->verdict == TARGET_REACHED)
        return;
    if (strcmp(target->program, target->image) != 0 &&
        asprintf(&subject, "%s is run by %s, which", subject, quote(target->image, false)) < 0)
        checked(NULL);
    const char *why = verdict_text[target->verdict].why, *so = verdict_text[target->verdict].so;
    if (given[STRICT])
        refuse("%s %s, %s; refused because of --strict", subject, why, so);
    if (!given[QUIET])
        warn_user("warning: %s %s, %s", subject, why, so);
}

/* One shell command on several lines, that does what prio-exec would do. */
static _Noreturn void print_command(char *const changes[], char *const command[])
{
    for (size_t i = 0; changes[i]; i++) {
        const char *value = strchr(changes[i], '=') + 1;
        printf("%.*s%s \\\n", (int)(value - changes[i]), changes[i], quote(value, true));
    }
    for (size_t i = 0; command[i]; i++)
        printf("%s%s", i ? " " : "", quote(command[i], true));
    puts("");
    printed();
}

/* A command that did not start, perhaps for want of its interpreter (else NULL). */
static _Noreturn void report_failure(const char *command, const char *interpreter, int error)
{
    const char *name = quote(command, false);

    if (interpreter)
        leave(EXIT_NOT_RUNNABLE, "cannot run %s: its interpreter %s: %s", name,
              quote(interpreter, false), strerror(error));
    bool absent = error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG;
    leave(absent ? EXIT_NOT_FOUND : EXIT_NOT_RUNNABLE, "cannot run %s: %s%s", name, strerror(error),
          *command == '-' ? " (options come before LEVEL)" : "");
}

/*
 * Among the clients of an MPS daemon 1 puts a whole process behind the others, its default stream
 * included; without one it means nothing (Multi-Process Service manual, r550 and later). There is
 * no value for the other direction.
 */
static const char mps_priority[] = "CUDA_MPS_CLIENT_PRIORITY";

/* What prio-exec was asked for: a command, or its own probe in the place of one. */
struct job {
    struct options options;
    bool probes;
    int level;      /* -1: none is named */
    char **command; /* ended by NULL */
};

/* The probe, which lies beside the library, and its command line. */
static char **probe_command(const struct job *job)
{
    const char **command = checked(calloc(6, sizeof *command));
    char *path = checked(malloc(PATH_MAX));
    const char *fault = places_find("prioshim-probe", path);
    size_t count = 0;

    if (!fault && access(path, X_OK) != 0)
        fault = strerror(errno);
    if (fault)
        refuse("cannot run %s: %s", quote(path, false), fault);
    command[count++] = path;
    command[count++] = job->options.given[CHECK] ? "check" : "info";
    if (job->options.given[JSON])
        command[count++] = "--json";
    if (job->options.given[KEEP_EXPLICIT])
        command[count++] = "--keep-explicit";
    if (job->level >= 0)
        command[count++] = priority_words[job->level];
    return (char **)command; /* as exec wants it, which changes nothing in it */
}

static void read_job(int argc, char *argv[], struct job *job)
{
    char **operand = argv + read_options(argc, argv, &job->options);

    job->probes = job->options.given[CHECK] || job->options.given[INFO];
    if (!*operand && !job->probes)
        misused("there is no LEVEL");
    job->level = *operand ? settings_word(priority_words, *operand) : -1;
    if (*operand && job->level < 0)
        refuse("unknown LEVEL %s (allowed: %s)%s", quote(*operand, false),
               word_list(priority_words),
               job->options.given[REPORT] && !job->options.report
                   ? "; a report in a file is asked for by --report=FILE"
                   : "");
    operand += *operand != NULL;
    if (*operand && strcmp(*operand, "--") == 0)
        operand++;
    if (*operand && job->probes)
        misused("--%s takes no COMMAND, and options come before LEVEL",
                job->options.given[CHECK] ? "check" : "info");
    if (!*operand && !job->probes)
        misused("there is no COMMAND");
    /* On NVIDIA devices low is the default's number: only at high does every stream show it. */
    if (job->options.given[CHECK] && job->level < 0)
        job->level = PRIORITY_HIGH;
    job->command = job->probes ? probe_command(job) : operand;
}

/* Where processes are to report: a file's absolute path, since they may run anywhere. */
static const char *report_place(const char *file)
{
    char *path = NULL, folder[PATH_MAX];

    if (!file)
        return "stderr";
    if (!*file)
        misused("--report=FILE has an empty FILE");
    *folder = '\0';
    if (*file != '/' && !getcwd(folder, sizeof folder))
        refuse("cannot tell the current folder: %s", strerror(errno));
    if (asprintf(&path, "%s%s%s", folder, *file == '/' ? "" : "/", file) < 0)
        checked(NULL);
    return path;
}

/*
 * A report or a log that goes to a file: the file is made here, so that a place that can't be
 * written is refused. The library would pass it over in silence.
 */
static void check_place(const char *what, enum output output, const char *path)
{
    if (output != OUTPUT_FILE)
        return;
    int descriptor =
        open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOCTTY | O_NONBLOCK | O_CLOEXEC, 0666);
    if (descriptor < 0)
        refuse("cannot %s to %s: %s", what, quote(path, true), strerror(errno));
    for (int standard = STDOUT_FILENO; standard <= STDERR_FILENO; standard++) {
        struct stat its, one;
        if (fstat(descriptor, &its) == 0 && fstat(standard, &one) == 0 &&
            its.st_dev == one.st_dev && its.st_ino == one.st_ino && S_ISREG(its.st_mode))
            refuse("cannot %s to %s: the command's own output goes there", what, quote(path, true));
    }
    close(descriptor);
}

/* The assignments that make a command take the level, ended by NULL. */
static char **level_changes(const struct job *job, const char *sanitizer)
{
    char **changes = checked(calloc(SETTINGS_COUNT + 4, sizeof *changes));
    char library[PATH_MAX];
    size_t count = 0;

    const char *fault = preload_find(library);
    if (fault)
        refuse(
            "cannot preload %s: %s (prio-exec looks for it from its own place: a link to it will "
            "do, a copy won't)",
            quote(library, false), fault);
    changes[count++] =
        assignment(setting_rows[SETTING_priority].variable, priority_words[job->level]);
    changes[count++] = assignment(
        "LD_PRELOAD", checked(preload_compose(library, last_value(environ, "LD_PRELOAD"))));
    if (*sanitizer)
        changes[count++] =
            assignment("ASAN_OPTIONS", checked(preload_asan_options(getenv("ASAN_OPTIONS"))));
    /* The check says what it expects, whatever the environment would have. */
    if (job->options.given[KEEP_EXPLICIT] || job->probes)
        changes[count++] = assignment(
            setting_rows[SETTING_explicit_policy].variable,
            explicit_words[job->options.given[KEEP_EXPLICIT] ? EXPLICIT_KEEP : EXPLICIT_OVERRIDE]);
    if (job->options.given[REPORT])
        changes[count++] =
            assignment(setting_rows[SETTING_report].variable, report_place(job->options.report));
    if (job->level == PRIORITY_LOW && !job->probes && !job->options.given[NO_MPS] &&
        !getenv(mps_priority))
        changes[count++] = assignment(mps_priority, "1");
    return changes;
}

int main(int argc, char *argv[])
{
    static char *no_changes[] = {NULL};
    struct job job = {0};
    struct target target;

    read_job(argc, argv, &job);
    int error = target_find(*job.command, getenv("PATH"), &target);
    /* --info asks what the machine is, without the library. */
    char **changes = job.options.given[INFO] ? no_changes : level_changes(&job, target.sanitizer);
    char **environment = changed_environment(environ, changes);
    const struct settings settings = checked_settings(environment);
    const char *interpreter = error && *target.program ? target.image : NULL;
    if (!error && !job.probes) /* of itself the probe says what it lacks */
        report_unreached(*job.command, &target, job.options.given);
    if (job.options.given[DRY_RUN] && error)
        report_failure(*job.command, interpreter, error);
    if (job.options.given[DRY_RUN])
        print_command(changes, job.command);

    if (job.probes) {
        execve(*job.command, job.command, environment);
        refuse("cannot run %s: %s", quote(*job.command, false), strerror(errno));
    }
    if (!error) {
        check_place("report", settings.report, settings.text[SETTING_report]);
        check_place("log", settings.log, settings.text[SETTING_log]);
    }
    execvpe(*job.command, job.command, environment);
    report_failure(*job.command, interpreter, errno);
}
