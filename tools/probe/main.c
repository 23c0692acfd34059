/* SPDX-License-Identifier: MIT */
/*
 * prioshim-probe: the part of prio-exec that asks the driver. prio-exec --check starts it with the
 * library preloaded, --info without.
 *
 * It is a program of its own so that prio-exec knows nothing of CUDA, and the library nothing of
 * reports: to the library it is a host like any other.
 */
#include "alone.h"
#include "check.h"
#include "check_report.h"
#include "info_report.h"
#include "memory.h"
#include "settings.h"

#include <errno.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void misused(void)
{
    fprintf(stderr, "prioshim-probe: it is started by prio-exec --check and --info\n");
    exit(EXIT_OWN_FAILURE);
}

/* check|info [--json] [--keep-explicit] [LEVEL]; whether it is check */
static bool read_request(int argc, char *argv[], struct request *request)
{
    *request = (struct request){.all_levels = true};
    if (argc < 2 || (strcmp(argv[1], "check") != 0 && strcmp(argv[1], "info") != 0))
        misused();
    for (int i = 2; i < argc; i++) {
        int level = settings_word(priority_words, argv[i]);
        if (strcmp(argv[i], "--json") == 0)
            request->json = true;
        else if (strcmp(argv[i], "--keep-explicit") == 0)
            request->keep_explicit = true;
        else if (level >= 0 && request->all_levels)
            *request = (struct request){request->json, false, request->keep_explicit,
                                        (enum stream_priority)level};
        else
            misused();
    }
    return strcmp(argv[1], "check") == 0;
}

static bool check(const struct request *request)
{
    struct findings findings = {0};

    check_gather(request, &findings);
    bool passed = check_passed(&findings);
    check_report(request, &findings, passed);
    return passed;
}

static bool info(const struct request *request)
{
    struct situation situation = {.request = request};

    situation_gather(&situation);
    bool ok = situation_has_device(&situation);
    info_report(&situation, ok);
    return ok;
}

int main(int argc, char *argv[])
{
    struct request request;

    if (argc == 3 && strcmp(argv[1], "alone") == 0) { /* by ourselves, in a child */
        alone_tell(atoi(argv[2]));
        _exit(EXIT_SUCCESS); /* without the driver's own exit handlers */
    }

    setlocale(LC_CTYPE, ""); /* the width of characters; numbers and texts stay plain */
    bool checks = read_request(argc, argv, &request);
    bool ok = checks ? check(&request) : info(&request);
    bool bad = ferror(stdout);
    errno = bad ? EIO : 0; /* what it was is lost by now */
    if (fclose(stdout) != 0 || bad) {
        perror("prio-exec: cannot write to stdout");
        return EXIT_OWN_FAILURE;
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
