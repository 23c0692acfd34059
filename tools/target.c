/* SPDX-License-Identifier: MIT */
#include "target.h"

#include <elf.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum {
    SCRIPT_LINE = 256,     /* BINPRM_BUF_SIZE in linux/binfmts.h, since Linux 5.1 */
    SCRIPT_DEPTH = 5,      /* scripts that interpret each other: exec_binprm in fs/exec.c */
    SEGMENTS_SIZE = 65536, /* what load_elf_phdrs in fs/binfmt_elf.c accepts */
    DYNAMIC_ENTRIES = 4096 /* more than any real program has */
};

/* An ELF program of our own kind. Its header is not to be trusted further than its kind. */
struct elf {
    int fd;
    ElfW(Ehdr) header;
};

/* Our own ELF header, in memory: a symbol that the linker defines. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

bool target_same_kind(const ElfW(Ehdr) * header)
{
    return header->e_ident[EI_CLASS] == __ehdr_start.e_ident[EI_CLASS] &&
           header->e_ident[EI_DATA] == __ehdr_start.e_ident[EI_DATA] &&
           header->e_machine == __ehdr_start.e_machine;
}

/* What execve says of a file before it looks inside: 0 or its errno. */
static int file_error(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return errno;
    if (!S_ISREG(status.st_mode))
        return EACCES;
    return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

/* Reads `size` bytes at `offset` or says false; the offset comes from a file and may be any. */
static bool read_at(int fd, void *into, size_t size, uint64_t offset)
{
    return offset <= INT64_MAX / 2 && pread(fd, into, size, (off_t)offset) == (ssize_t)size;
}

/* The first segment of a type. Each is read by itself: there are few, and no table to allocate. */
static bool find_segment(const struct elf *elf, uint32_t type, ElfW(Phdr) * out)
{
    for (size_t i = 0; i < elf->header.e_phnum; i++) {
        if (!read_at(elf->fd, out, sizeof *out, elf->header.e_phoff + i * sizeof *out))
            return false;
        if (out->p_type == type)
            return true;
    }
    return false;
}

/* Where in the file the byte lies that is loaded at an address. */
static bool find_offset(const struct elf *elf, ElfW(Addr) address, uint64_t *offset)
{
    for (size_t i = 0; i < elf->header.e_phnum; i++) {
        ElfW(Phdr) segment;
        if (!read_at(elf->fd, &segment, sizeof segment, elf->header.e_phoff + i * sizeof segment))
            return false;
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
            address - segment.p_vaddr < segment.p_filesz) {
            *offset = segment.p_offset + (address - segment.p_vaddr);
            return true;
        }
    }
    return false;
}

/* Writes the address sanitizer's runtime among the libraries that a program needs, or "". */
static void find_sanitizer(const struct elf *elf, char name[NAME_MAX + 1])
{
    static const char *const patterns[] = {"libasan.so*", "libhwasan.so*", "libclang_rt.*asan*"};
    ElfW(Phdr) dynamic;
    ElfW(Dyn) entry;
    uint64_t strings = 0;
    bool found = false;

    name[0] = '\0';
    if (!find_segment(elf, PT_DYNAMIC, &dynamic))
        return;
    size_t count = dynamic.p_filesz / sizeof entry;
    if (count > DYNAMIC_ENTRIES)
        count = DYNAMIC_ENTRIES;
    for (size_t i = 0; i < count && !found; i++) {
        if (!read_at(elf->fd, &entry, sizeof entry, dynamic.p_offset + i * sizeof entry))
            return;
        found = entry.d_tag == DT_STRTAB;
    }
    if (!found || !find_offset(elf, entry.d_un.d_ptr, &strings) || strings > INT64_MAX / 2)
        return;
    for (size_t i = 0; i < count; i++) {
        if (!read_at(elf->fd, &entry, sizeof entry, dynamic.p_offset + i * sizeof entry) ||
            entry.d_tag == DT_NULL)
            break;
        if (entry.d_tag != DT_NEEDED || entry.d_un.d_val > UINT32_MAX)
            continue;
        ssize_t length = pread(elf->fd, name, NAME_MAX, (off_t)(strings + entry.d_un.d_val));
        name[length > 0 ? length : 0] = '\0';
        if (!strstr(name, "san"))
            continue;
        for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
            if (fnmatch(patterns[p], name, 0) == 0)
                return;
    }
    name[0] = '\0';
}

/* The loader that has started this program, which is glibc's; "": none has. */
static const char *own_loader(void)
{
    const ElfW(Phdr) *headers = (const ElfW(Phdr) *)getauxval(AT_PHDR);
    uintptr_t bias = 0;

    /* PT_PHDR stands before PT_INTERP. */
    for (unsigned long i = 0; headers && i < getauxval(AT_PHNUM); i++) {
        if (headers[i].p_type == PT_PHDR)
            bias = (uintptr_t)headers - headers[i].p_vaddr;
        else if (headers[i].p_type == PT_INTERP)
            return (const char *)(bias + headers[i].p_vaddr);
    }
    return "";
}

/*
 * glibc's loaders by the names they have had: ld-linux-x86-64.so.2, ld-linux-aarch64.so.1,
 * ld-2.31.so (the file before glibc 2.34), ld64.so.2, ld.so.1. Links are followed first, since a
 * musl system may give its own loader such a name.
 */
static bool is_glibc_loader(const char *path)
{
    static const char *const patterns[] = {"ld-linux*.so*", "ld-[0-9]*.so", "ld64.so*", "ld.so*"};
    char real[PATH_MAX];

    if (strcmp(path, own_loader()) == 0) /* nearly always */
        return true;
    if (!realpath(path, real))
        return false;
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (fnmatch(patterns[i], strrchr(real, '/') + 1, 0) == 0)
            return true;
    return false;
}

/* Whether a file carries capabilities that it passes on to the process (capabilities(7)). */
static bool has_capabilities(const char *path)
{
    struct vfs_ns_cap_data data = {0};
    ssize_t size = getxattr(path, "security.capability", &data, sizeof data);

    if (size < (ssize_t)XATTR_CAPS_SZ_1)
        return false;
    return le32toh(data.magic_etc) & VFS_CAP_FLAGS_EFFECTIVE || data.data[0].permitted ||
           data.data[1].permitted;
}

/*
 * Whether the kernel starts a program in secure mode, and why (TARGET_REACHED: it doesn't): its
 * effective ids will not be the real ones or not what they are now (that since Linux 6.16), or it
 * gains capabilities and its user isn't root. no_new_privs keeps ids from changing, but file
 * capabilities were seen to mean secure mode even so (Linux 6.18).
 */
static enum target_verdict secure_mode(const char *path)
{
    struct stat status;
    struct statvfs filesystem;
    uid_t uid = geteuid();
    gid_t gid = getegid();

    if (stat(path, &status) != 0)
        return TARGET_REACHED;
    bool nosuid = statvfs(path, &filesystem) == 0 && filesystem.f_flag & ST_NOSUID;
    if (!nosuid && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) {
        if (status.st_mode & S_ISUID)
            uid = status.st_uid;
        if (status.st_mode & S_ISGID && status.st_mode & S_IXGRP)
            gid = status.st_gid;
    }
    if (uid != getuid() || gid != getgid() || uid != geteuid() || gid != getegid())
        return TARGET_SET_ID;
    if (!nosuid && getuid() != 0 && has_capabilities(path))
        return TARGET_CAPABLE;
    return TARGET_REACHED;
}

/* Judges an ELF program by its content; 0 or the errno that execve would give. */
static int judge_elf(int fd, struct target *out)
{
    struct elf elf = {.fd = fd};
    ElfW(Phdr) interpreter;
    char loader[PATH_MAX];

    /* e_machine lies at the same place in both classes; a file this short is none that runs. */
    if (!read_at(fd, &elf.header, sizeof elf.header, 0))
        return ENOEXEC;
    if (!target_same_kind(&elf.header)) {
        out->verdict = TARGET_OTHER_MACHINE;
        return 0;
    }
    if ((elf.header.e_type != ET_EXEC && elf.header.e_type != ET_DYN) ||
        elf.header.e_phentsize != sizeof interpreter || elf.header.e_phnum == 0 ||
        elf.header.e_phnum > SEGMENTS_SIZE / sizeof interpreter)
        return ENOEXEC;
    if (!find_segment(&elf, PT_INTERP, &interpreter)) {
        /* The loader itself may be the command, and then preloads for the program it is given. */
        out->verdict = is_glibc_loader(out->image) ? TARGET_REACHED : TARGET_STATIC;
        return 0;
    }
    size_t size = interpreter.p_filesz;
    if (size < 2 || size > PATH_MAX || !read_at(fd, loader, size, interpreter.p_offset) ||
        loader[size - 1] != '\0')
        return ENOEXEC;
    int error = file_error(loader);
    if (error) {
        strcpy(out->image, loader);
        return error;
    }
    if (!is_glibc_loader(loader))
        out->verdict = TARGET_OTHER_LOADER;
    else
        find_sanitizer(&elf, out->sanitizer);
    return 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/*
 * The interpreter that a `#!` line names, by the rules of load_script in fs/binfmt_script.c: it
 * ends at a blank or NUL, and a line that doesn't fit must at least show where its name ends.
 * `line` holds the first bytes of the file and NULs after them. False: the kernel says ENOEXEC.
 */
static bool script_interpreter(const char line[SCRIPT_LINE], char name[PATH_MAX])
{
    const char *end = memchr(line, '\n', SCRIPT_LINE - 1);
    const char *from = line + 2;
    size_t length = 0;
    bool cut = !end;

    if (cut)
        end = line + SCRIPT_LINE - 1;
    while (from < end && is_blank(*from))
        from++;
    while (from + length < end && from[length] && !is_blank(from[length]))
        length++;
    if (length == 0 || (cut && from + length == end))
        return false;
    memcpy(name, from, length);
    name[length] = '\0';
    return true;
}

/*
 * Follows a program that can be run through its interpreters to the ELF image, and judges that.
 * Returns 0 or the errno that execve would give; out->image is the file that it is due to.
 */
static int judge(const char *path, struct target *out)
{
    strcpy(out->image, path); /* target_find lets no longer one than PATH_MAX in */
    out->sanitizer[0] = '\0';
    for (int depth = 0; depth <= SCRIPT_DEPTH; depth++) {
        char line[SCRIPT_LINE] = "";
        int error = file_error(out->image);
        if (error)
            return error;

        out->verdict = secure_mode(out->image);
        int fd = open(out->image, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (fd < 0) {
            if (out->verdict == TARGET_REACHED)
                out->verdict = TARGET_UNREADABLE;
            return 0;
        }
        ssize_t got = pread(fd, line, sizeof line - 1, 0);
        if (got >= SELFMAG && memcmp(line, ELFMAG, SELFMAG) == 0) {
            enum target_verdict secure = out->verdict;
            error = judge_elf(fd, out);
            if (secure != TARGET_REACHED)
                out->verdict = secure;
            close(fd);
            return error;
        }
        close(fd);
        if (got < 2 || line[0] != '#' || line[1] != '!' || !script_interpreter(line, out->image))
            return ENOEXEC;
    }
    return ELOOP;
}

/* What execvp makes of one path: a file of no known format goes to the shell. */
static int attempt(const char *path, struct target *out)
{
    int error = file_error(path);

    if (error)
        return error;
    strcpy(out->program, path);
    error = judge(path, out);
    return error == ENOEXEC ? judge("/bin/sh", out) : error;
}

int target_find(const char *command, const char *search, struct target *out)
{
    char standard[PATH_MAX], path[PATH_MAX];
    bool denied = false;
    int error = ENOENT;

    out->verdict = TARGET_REACHED;
    *out->program = *out->image = *out->sanitizer = '\0'; /* the rest need not be cleared */
    if (strlen(command) >= PATH_MAX)
        return ENAMETOOLONG;
    if (!*command)
        return ENOENT;
    if (strchr(command, '/'))
        return attempt(command, out);
    if (!search) {
        confstr(_CS_PATH, standard, sizeof standard);
        search = standard;
    }
    for (const char *element = search;; element++) {
        size_t length = strcspn(element, ":");
        if (length + 1 + strlen(command) < sizeof path) {
            /* An empty element is the current folder. */
            char *end = mempcpy(path, element, length);
            if (length)
                *end++ = '/';
            strcpy(end, command);
            error = attempt(path, out);
            if (error == EACCES)
                denied = true;
            else if (error != ENOENT && error != ESTALE && error != ENOTDIR && error != ENODEV &&
                     error != ETIMEDOUT)
                return error;
        }
        element += length;
        if (!*element)
            return denied ? EACCES : error;
    }
}
