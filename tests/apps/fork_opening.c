/* SPDX-License-Identifier: MIT */
/*
 * fork_opening LIBWAITS: forks while another thread is in the middle of a dlopen. The child looks a
 * driver's function up, which was opened RTLD_GLOBAL; its status is printed.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/prioshim-waits-XXXXXX";
#define LIBRARY "libwaits.so"
#define FIFO "libwaits_for.so"

static void *open_it(void *unused)
{
    dlopen("./" LIBRARY, RTLD_NOW);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int status = -1;

    if (argc != 2 || !dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL) || !mkdtemp(folder) ||
        chdir(folder) != 0 || symlink(argv[1], LIBRARY) != 0 || mkfifo(FIFO, 0600) != 0 ||
        pthread_create(&thread, NULL, open_it, NULL) != 0)
        return 2;
    /* A FIFO can be opened for writing at once when somebody is about to read from it. */
    int writer = -1;
    for (int i = 0; i < 1000 && writer < 0; i++) {
        usleep(5000);
        writer = open(FIFO, O_WRONLY | O_NONBLOCK);
    }
    pid_t child = writer < 0 ? -1 : fork();
    if (child == 0) {
        alarm(20);
        _exit(dlsym(RTLD_DEFAULT, "cuStreamCreate") ? 0 : 1);
    }
    if (child > 0)
        waitpid(child, &status, 0);
    printf("the child: %d\n", status);
    unlink(LIBRARY);
    unlink(FIFO);
    rmdir(folder);
    fflush(stdout);
    _exit(status == -1);
}
