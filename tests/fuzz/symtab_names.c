/* SPDX-License-Identifier: MIT */
/*
 * The reader of symbol tables, asked for names and versions of the fuzzer's in real loaded objects.
 *
 * What it reads there it trusts, as the loader does, which has mapped and relocated the object by
 * those tables; so the tables are real ones here, and only the questions are hostile. (Tables of
 * every shape that a linker may give them: symtab_image.c.) The answer is held against the loader's
 * own, dlsym and dlvsym, and against the section headers of the file, which nobody else reads.
 *
 * First byte: the object. Second: what the name starts as, a symbol's own name or nothing; then two
 * bytes that choose the symbol. Then text, up to a NUL: put over the name's end. After that, the
 * version, if there is a byte left.
 */
#include "symtab.h"

#include "fuzz.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OBJECTS = 8, TEXT = 512 };

static struct object {
    const struct link_map *map;
    void *handle;
    const ElfW(Sym) * symbols; /* of the file: those of memory are the reader's to find */
    const ElfW(Half) * versions;
    const char *strings;
    size_t count;
} objects[OBJECTS];
static size_t object_count;

/* Maps the file for good and finds its dynamic symbols by the section headers; false: it has none.
 */
static bool read_file(const char *path, struct object *object)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &status) != 0)
        return false;
    const char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (file == MAP_FAILED)
        return false;
    const ElfW(Ehdr) *header = (const void *)file;
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    for (size_t i = 0; i < header->e_shnum; i++) {
        if (sections[i].sh_type == SHT_DYNSYM) {
            object->symbols = (const void *)(file + sections[i].sh_offset);
            object->count = sections[i].sh_size / sizeof(ElfW(Sym));
            object->strings = file + sections[sections[i].sh_link].sh_offset;
        } else if (sections[i].sh_type == SHT_GNU_versym) {
            object->versions = (const void *)(file + sections[i].sh_offset);
        }
    }
    return object->count > 1;
}

/* The loader's own object answers no lookup by its handle (seen on glibc 2.36): nothing to compare.
 */
static bool answers(const struct object *object)
{
    for (size_t i = 1; i < object->count; i++) {
        if (dlsym(object->handle, object->strings + object->symbols[i].st_name))
            return true;
    }
    return false;
}

static void find_objects(void)
{
    struct link_map *map = NULL;

    PROMISE(dlinfo(dlopen(NULL, RTLD_NOW), RTLD_DI_LINKMAP, &map) == 0);
    for (; map && object_count < OBJECTS; map = map->l_next) {
        struct object *object = &objects[object_count];
        /* Not the program, whose handle means all objects, and not the vDSO, which is no file. */
        if (!*map->l_name || !(object->handle = dlopen(map->l_name, RTLD_NOW | RTLD_NOLOAD)))
            continue;
        object->map = map;
        object_count += read_file(map->l_name, object) && answers(object);
    }
    PROMISE(object_count > 0);
}

/* Whether the object defines a function of that name that an unversioned reference may mean. */
static bool has_function(const struct object *object, const char *name)
{
    for (size_t i = 1; i < object->count; i++) {
        const ElfW(Sym) *s = &object->symbols[i];
        unsigned int type = ELF64_ST_TYPE(s->st_info);
        if (s->st_shndx != SHN_UNDEF && s->st_value && (type == STT_FUNC || type == STT_NOTYPE) &&
            !(object->versions && object->versions[i] & 0x8000) &&
            strcmp(object->strings + s->st_name, name) == 0)
            return true;
    }
    return false;
}

static bool lies_in(const void *address, const struct link_map *map)
{
    struct link_map *found = NULL;
    Dl_info info;

    return dladdr1(address, &info, (void **)&found, RTLD_DL_LINKMAP) && found == map;
}

static void ask(const struct object *object, const char *name, const char *version)
{
    void *ours = symtab_function(object->map, name, version);
    void *real = version ? dlvsym(object->handle, name, version) : dlsym(object->handle, name);

    if (ours)
        PROMISE(ours == real);
    else if (real && !version && lies_in(real, object->map))
        PROMISE(!has_function(object, name));
    const char *wanted = symtab_wanted_version(object->map, name);
    PROMISE(!wanted || *wanted);
    PROMISE(!symtab_needs(object->map, object->map));
    if (symtab_is(object->map, name)) /* mostly the file is called so too */
        PROMISE(*name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[2 * TEXT] = "", version[TEXT];
    size_t length;

    if (!object_count)
        find_objects();
    if (size < 4)
        return 0;
    const struct object *object = &objects[data[0] % object_count];
    if (data[1] & 1) {
        size_t symbol = ((size_t)data[2] << 8 | data[3]) % object->count;
        const char *start = object->strings + object->symbols[symbol].st_name;
        length = strlen(start);
        length = length > TEXT - 1 ? TEXT - 1 : length;
        memcpy(name, start, length);
        length -= (size_t)data[1] / 2 % (length + 1); /* a part of it */
    } else {
        length = 0;
    }
    data += 4;
    size -= 4;
    size_t text = strnlen((const char *)data, size < TEXT ? size : TEXT);
    if (text)
        memcpy(name + length, data, text);
    if (text < size && !data[text] && size - text <= TEXT) {
        memcpy(version, data + text + 1, size - text - 1);
        version[size - text - 1] = '\0';
        ask(object, name, version);
    } else {
        ask(object, name, NULL);
    }
    return 0;
}
