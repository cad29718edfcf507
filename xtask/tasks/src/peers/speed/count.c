/* A plugin of QEMU that counts executed instructions and prints their number at the end.
   The declarations are those of QEMU's documentation, "QEMU TCG Plugins", version 1. */
#include <inttypes.h>
#include <stdio.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef uint64_t plugin_id;
enum { ADD_U64 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *, int, void *, uint64_t);
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);

int qemu_plugin_version = 1;
static uint64_t count;

static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    size_t all = qemu_plugin_tb_n_insns(block);
    for (size_t at = 0; at < all; at++)
        qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(block, at), ADD_U64, &count, 1);
}

static void ended(plugin_id id, void *nothing)
{
    fprintf(stderr, "counted %" PRIu64 "\n", count);
}

int qemu_plugin_install(plugin_id id, const void *about, int argc, char **argv)
{
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
