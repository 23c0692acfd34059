/* The constructor: the only place that knows the order of start-up. */
#include "asked.h"
#include "symbols.h"

/* glibc hands constructors what main gets; getenv could be the host's own (bash exports one). */
__attribute__((constructor)) static void start(int argc, char **argv, char **environment)
{
    (void)argc;
    (void)argv;
    symbols_start();
    asked_read(environment);
}
