/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "say.h"
#include "settings.h"
#include "words.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *help, *argument; /* the last of those that take one, if it is given */
} option_rows[OPTIONS_COUNT] = {
    [KEEP_EXPLICIT] = {"keep-explicit", "leave alone a priority that the program itself named",
                       NULL},
    [REPORT] = {"report", "have each process say what became of its streams", "[=FILE]"},
    [NO_MPS] = {"no-mps", "at low: leave CUDA_MPS_CLIENT_PRIORITY alone", NULL},
    [DRY_RUN] = {"dry-run", "print the environment and the command, run nothing", NULL},
    [STRICT] = {"strict", "refuse a command that cannot be reached", NULL},
    [QUIET] = {"quiet", "do not warn of a command that cannot be reached", NULL},
    [CHECK] = {"check", "say whether LEVEL (high, if none is given) arrives, and how", NULL},
    [INFO] = {"info", "say what LEVEL (or each) can do on this machine", NULL},
    [JSON] = {"json", "with --check or --info: print JSON", NULL},
    [HELP] = {"help", "print this text and exit", NULL},
    [VERSION] = {"version", "print the version and exit", NULL},
};

static const char *const level_help[] = {
    [PRIORITY_DEFAULT] = "the runtime's own behaviour, untouched",
    [PRIORITY_LOW] = "the lowest priority that the device has",
    [PRIORITY_HIGH] = "the highest priority that the device has",
};

static _Noreturn void print_help(void)
{
    puts("Usage: prio-exec [OPTION]... LEVEL [--] COMMAND [ARG]...\n"
         "  or:  prio-exec --check [OPTION]... [LEVEL]\n"
         "  or:  prio-exec --info [OPTION]... [LEVEL]\n"
         "Run COMMAND with the GPU streams that it creates at a priority, or say what that does\n"
         "on this machine.\n"
         "\nLevels:");
    for (size_t i = 0; *priority_words[i]; i++)
        printf("  %-19s%s\n", priority_words[i], level_help[i]);
    puts("\nOptions:");
    for (size_t i = 0; i < OPTIONS_COUNT; i++)
        printf("  --%s%-*s%s\n", option_rows[i].name, 17 - (int)strlen(option_rows[i].name),
               option_rows[i].argument ? option_rows[i].argument : "", option_rows[i].help);
    puts("\nSettings, in the environment of the command:");
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const struct setting_row *row = &setting_rows[i];
        printf("  %-19s%s\n  %-19s(%s; %s if unset)\n", row->variable, row->help, "",
               word_list(row->words), row->words[0]);
    }
    puts("\nExit status:\n"
         "  125  prio-exec itself failed or refused\n"
         "  126  COMMAND was found but could not be run\n"
         "  127  COMMAND was not found\n"
         "  else that of COMMAND; of --check and --info 0 or 1: see the manual page\n"
         "\n"
         "On NVIDIA devices low is the same number as the default priority, 0, so it changes\n"
         "only programs that ask for more themselves. Priorities order work within one process,\n"
         "or among the clients of MPS, and not between processes that share a device by time.");
    printed();
}

int read_options(int argc, char *argv[], struct options *options)
{
    enum { FIRST = 256 }; /* beyond every short option */
    struct option table[OPTIONS_COUNT + 1] = {{0}};

    for (int i = 0; i < OPTIONS_COUNT; i++)
        table[i] = (struct option){option_rows[i].name,
                                   option_rows[i].argument ? optional_argument : no_argument, NULL,
                                   FIRST + i};
    opterr = 0;
    while (argc > 0) {
        const char *word = argv[optind];
        int option = getopt_long(argc, argv, "+", table, NULL);
        if (option == -1)
            return optind;
        if (option < FIRST)
            misused("there is no option %s", quote(word, false));
        options->given[option - FIRST] = true;
        if (option == FIRST + REPORT)
            options->report = optarg;
        if (options->given[HELP])
            print_help();
        if (options->given[VERSION]) {
            puts("prio-exec (prioshim) " PRIOSHIM_VERSION);
            printed();
        }
    }
    return argc;
}
