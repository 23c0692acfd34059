/*
 * prio-exec: runs a command whose GPU streams take a priority, as nice(1) does for processes.
 *
 * It composes an environment and execs in place. What it doubts it refuses before that, with one
 * line; what it can't reach it runs all the same, with one line.
 */
#include "preload.h"
#include "settings.h"
#include "target.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As env(1), nice(1) and stdbuf(1) have them; else the status is the command's. */
enum {
    EXIT_OWN_FAILURE = 125,
    EXIT_NOT_RUNNABLE = 126,
    EXIT_NOT_FOUND = 127,
};

enum option_index { KEEP_EXPLICIT, DRY_RUN, STRICT, QUIET, HELP, VERSION, OPTIONS_COUNT };

static const struct {
    const char *name, *help;
} option_rows[OPTIONS_COUNT] = {
    [KEEP_EXPLICIT] = {"keep-explicit", "leave alone a priority that the program itself named"},
    [DRY_RUN] = {"dry-run", "print the environment and the command, run nothing"},
    [STRICT] = {"strict", "refuse a command that cannot be reached"},
    [QUIET] = {"quiet", "do not warn of a command that cannot be reached"},
    [HELP] = {"help", "print this text and exit"},
    [VERSION] = {"version", "print the version and exit"},
};

static const char *const level_help[] = {
    [PRIORITY_DEFAULT] = "the runtime's own behaviour, untouched",
    [PRIORITY_LOW] = "the lowest priority that the device has",
    [PRIORITY_HIGH] = "the highest priority that the device has",
};

/* One line on stderr, in one write. */
__attribute__((format(printf, 1, 0))) static void say(const char *format, va_list arguments)
{
    char *text;

    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    fprintf(stderr, "prio-exec: %s\n", text ? text : strerror(ENOMEM));
    free(text);
}

__attribute__((format(printf, 1, 2))) static void warn_user(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

__attribute__((format(printf, 2, 3))) static _Noreturn void leave(int status, const char *format,
                                                                  ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    exit(status);
}

#define refuse(...) leave(EXIT_OWN_FAILURE, __VA_ARGS__)
#define misused(format, ...) refuse(format ". Try 'prio-exec --help'." __VA_OPT__(, ) __VA_ARGS__)

static void *checked(void *memory)
{
    if (!memory)
        refuse("%s", strerror(ENOMEM));
    return memory;
}

/*
 * Text as one shell word on one line: bare if it is plain and `bare` is wanted, 'so', or $'so'
 * with escapes where it holds control characters (POSIX 2024; dash has not learnt it yet).
 */
static char *quote(const char *text, bool bare)
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

/* The words of a setting as "a, b, c". */
static char *word_list(const char *const words[])
{
    char *text = NULL;
    size_t size;
    FILE *stream = checked(open_memstream(&text, &size));

    for (size_t i = 0; words[i]; i++)
        fprintf(stream, "%s%s", i ? ", " : "", words[i]);
    if (fclose(stream) != 0)
        refuse("%s", strerror(errno));
    return text;
}

/* Ends with success if all that was printed has arrived. */
static _Noreturn void printed(void)
{
    bool bad = ferror(stdout);

    if (fclose(stdout) != 0 || bad)
        refuse("cannot write to stdout: %s", strerror(errno));
    exit(EXIT_SUCCESS);
}

static _Noreturn void print_help(void)
{
    puts("Usage: prio-exec [OPTION]... LEVEL [--] COMMAND [ARG]...\n"
         "Run COMMAND with the GPU streams that it creates at a priority.\n"
         "\nLevels:");
    for (size_t i = 0; priority_words[i]; i++)
        printf("  %-19s%s\n", priority_words[i], level_help[i]);
    puts("\nOptions:");
    for (size_t i = 0; i < OPTIONS_COUNT; i++)
        printf("  --%-17s%s\n", option_rows[i].name, option_rows[i].help);
    puts("\nSettings, in the environment of the command:");
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        printf("  %-19s%s\n  %-19s(%s; %s if unset)\n", row->variable, row->help, "",
               word_list(row->words), row->default_text);
    }
    puts("\nExit status:\n"
         "  125  prio-exec itself failed or refused\n"
         "  126  COMMAND was found but could not be run\n"
         "  127  COMMAND was not found\n"
         "  else that of COMMAND\n"
         "\n"
         "On NVIDIA devices low is the same number as the default priority, 0, so it changes\n"
         "only programs that ask for more themselves. Priorities order work within one process,\n"
         "or among the clients of MPS, and not between processes that share a device by time.");
    printed();
}

/* Reads the options and stops at the first operand, whose index it returns. */
static int read_options(int argc, char *argv[], bool given[OPTIONS_COUNT])
{
    enum { FIRST = 256 }; /* beyond every short option */
    struct option table[OPTIONS_COUNT + 1] = {{0}};

    for (int i = 0; i < OPTIONS_COUNT; i++)
        table[i] = (struct option){option_rows[i].name, no_argument, NULL, FIRST + i};
    opterr = 0;
    while (argc > 0) {
        const char *word = argv[optind];
        int option = getopt_long(argc, argv, "+", table, NULL);
        if (option == -1)
            return optind;
        if (option < FIRST)
            misused("there is no option %s", quote(word, false));
        given[option - FIRST] = true;
        if (given[HELP])
            print_help();
        if (given[VERSION]) {
            puts("prio-exec (prioshim) " PRIOSHIM_VERSION);
            printed();
        }
    }
    return argc;
}

/* The value of a variable, as ld.so reads LD_PRELOAD: the last entry of the name counts. */
static const char *last_value(char *const environment[], const char *name)
{
    const char *value = NULL;
    size_t length = strlen(name);

    for (size_t i = 0; environment[i]; i++)
        if (strncmp(environment[i], name, length) == 0 && environment[i][length] == '=')
            value = environment[i] + length + 1;
    return value;
}

static char *assignment(const char *name, const char *value)
{
    char *text;
    return asprintf(&text, "%s=%s", name, value) < 0 ? checked(NULL) : text;
}

/* An environment with some assignments in the place of what it says of the same names. */
static char **changed_environment(char *const environment[], char *const changes[])
{
    size_t count = 0, kept = 0, room = 1;

    while (environment[count])
        count++;
    for (size_t i = 0; changes[i]; i++)
        room++;
    char **result = checked(calloc(count + room, sizeof *result));
    for (size_t i = 0; i < count; i++) {
        bool replaced = false;
        for (size_t j = 0; changes[j]; j++)
            replaced |= strncmp(environment[i], changes[j], strcspn(changes[j], "=") + 1) == 0;
        if (!replaced)
            result[kept++] = environment[i];
    }
    memcpy(result + kept, changes, room * sizeof *changes);
    return result;
}

static void check_settings(char *const environment[])
{
    struct settings settings;
    struct settings_complaint complaints[SETTINGS_COUNT];

    if (settings_read(&settings, environment, complaints) > 0)
        refuse("%s is %s in the environment (allowed: %s)", complaints[0].row->variable,
               quote(complaints[0].found, false), word_list(complaints[0].row->words));
}

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
    leave(absent ? EXIT_NOT_FOUND : EXIT_NOT_RUNNABLE, "cannot run %s: %s", name, strerror(error));
}

int main(int argc, char *argv[])
{
    bool given[OPTIONS_COUNT] = {false};
    int operand = read_options(argc, argv, given);
    char library[PATH_MAX];
    struct target target;

    if (operand >= argc)
        misused("there is no LEVEL");
    int level = settings_word(priority_words, argv[operand]);
    if (level < 0)
        refuse("unknown LEVEL %s (allowed: %s)", quote(argv[operand], false),
               word_list(priority_words));
    char **command = argv + operand + 1;
    if (*command && strcmp(*command, "--") == 0)
        command++;
    if (!*command)
        misused("there is no COMMAND");

    const char *fault = preload_find(library);
    if (fault)
        refuse("cannot preload %s: %s", quote(library, false), fault);

    int error = target_find(*command, getenv("PATH"), &target);
    char *changes[SETTINGS_COUNT + 3] = {
        assignment(setting_rows[SETTING_priority].variable, priority_words[level])};
    size_t count = 1;
    changes[count++] = assignment(
        "LD_PRELOAD", checked(preload_compose(library, last_value(environ, "LD_PRELOAD"))));
    if (*target.sanitizer)
        changes[count++] =
            assignment("ASAN_OPTIONS", checked(preload_asan_options(getenv("ASAN_OPTIONS"))));
    if (given[KEEP_EXPLICIT])
        changes[count++] = assignment(setting_rows[SETTING_explicit_policy].variable,
                                      explicit_words[EXPLICIT_KEEP]);
    char **environment = changed_environment(environ, changes);
    check_settings(environment);
    const char *interpreter = error && *target.program ? target.image : NULL;
    if (!error)
        report_unreached(*command, &target, given);
    if (given[DRY_RUN] && error)
        report_failure(*command, interpreter, error);
    if (given[DRY_RUN])
        print_command(changes, command);

    execvpe(*command, command, environment);
    report_failure(*command, interpreter, errno);
}
