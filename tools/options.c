/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "say.h"
#include "settings.h"
#include "words.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* What an option can be given with. */
enum goes_with { ANYTHING, COMMAND, QUESTION };

static const struct {
    const char *name, *argument;
    enum goes_with goes_with;
    const char *help;
} option_rows[OPTIONS_COUNT] = {
#define OPTION(index, name, argument, goes_with, help) [index] = {name, argument, goes_with, help},
#include "options.def"
#undef OPTION
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
         "Run COMMAND with the GPU streams that it creates at a priority, or say what that\n"
         "does on this machine.\n"
         "\nLevels:");
    for (size_t i = 0; *priority_words[i]; i++)
        printf("  %-19s%s\n", priority_words[i], level_help[i]);
    puts("\nOptions:");
    for (size_t i = 0; i < OPTIONS_COUNT; i++)
        printf("  --%s%-*s%s\n", option_rows[i].name, 17 - (int)strlen(option_rows[i].name),
               option_rows[i].argument, option_rows[i].help);
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
         "On NVIDIA devices low is the same number as the default priority, 0, so it\n"
         "changes only programs that ask for more themselves. Priorities order work within\n"
         "one process, or among the clients of MPS, and not between processes that share a\n"
         "device by time.");
    printed();
}

/* Refuses options of which one means nothing beside another. */
static void check_company(const bool given[])
{
    bool question = given[CHECK] || given[INFO];

    if (given[CHECK] && given[INFO])
        misused("--check and --info are two different things to do");
    for (int i = 0; i < OPTIONS_COUNT; i++) {
        if (given[i] && option_rows[i].goes_with == COMMAND && question)
            misused("--%s goes with a COMMAND", option_rows[i].name);
        if (given[i] && option_rows[i].goes_with == QUESTION && !question)
            misused("--%s goes with --check or --info", option_rows[i].name);
    }
}

int read_options(int argc, char *argv[], struct options *options)
{
    enum { FIRST = 256 }; /* beyond every short option */
    struct option table[OPTIONS_COUNT + 1] = {{0}};

    for (int i = 0; i < OPTIONS_COUNT; i++)
        table[i] = (struct option){option_rows[i].name,
                                   *option_rows[i].argument ? optional_argument : no_argument, NULL,
                                   FIRST + i};
    opterr = 0;
    while (argc > 0) {
        const char *word = argv[optind];
        int option = getopt_long(argc, argv, "+h", table, NULL);
        if (option == -1)
            break;
        /* nice(1) and its like refuse it, but no other meaning is in sight and people type it */
        if (option == 'h')
            option = FIRST + HELP;
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
    check_company(options->given);
    return argc > 0 ? optind : argc;
}
