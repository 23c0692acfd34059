/* The constructor: the only place that knows the order of start-up. */
#include "asked.h"
#include "symbols.h"

/*
 * Nothing is taken from the constructor's arguments, which only glibc gives, and nothing from
 * getenv, which may be the host's own (bash exports one).
 */
__attribute__((constructor)) static void start(void)
{
    symbols_start();
    asked();
    symbols_constructed();
}
