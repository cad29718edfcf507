/* A plugin of QEMU that counts executed instructions and prints their number at the end. With arguments
   from=ADDRESS and to=ADDRESS, it counts only those from the first address to before the second, and
   their bits.
   The declarations are those of QEMU's documentation, "QEMU TCG Plugins", version 1. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t plugin_id;
enum { ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *, int, void *, uint64_t);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);

int qemu_plugin_version = 1;
static uint64_t count, bits, from, to;

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    size_t all = qemu_plugin_tb_n_insns(block);
    for (size_t at = 0; at < all; at++) {
        struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(block, at);
        uint64_t address = qemu_plugin_insn_vaddr(one);
        if (to != 0 && (address < from || address >= to))
            continue;
        qemu_plugin_register_vcpu_insn_exec_inline(one, ADD_U64, &count, 1);
        if (to != 0)
            qemu_plugin_register_vcpu_insn_exec_inline(one, ADD_U64, &bits, 8 * qemu_plugin_insn_size(one));
    }
}

static void ended(plugin_id id, void *nothing)
{
    fprintf(stderr, "counted %" PRIu64 "\n", count);
    if (to != 0)
        fprintf(stderr, "fetched %" PRIu64 "\n", bits);
}

int qemu_plugin_install(plugin_id id, const void *about, int argc, char **argv)
{
    for (int at = 0; at < argc; at++) {
        if (strncmp(argv[at], "from=", 5) == 0)
            from = strtoull(argv[at] + 5, NULL, 16);
        if (strncmp(argv[at], "to=", 3) == 0)
            to = strtoull(argv[at] + 3, NULL, 16);
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
