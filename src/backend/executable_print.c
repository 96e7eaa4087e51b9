/* An executable for people: its steps, and where their values lie. */
#include "backend/executable_private.h"
#include "base/checked.h"
#include "base/text.h"
#include "compile/cost.h"
#include "ir/op.h"
#include "ir/print.h"

#include <string.h>

typedef struct printer {
    ax_text text;
    const ax_executable *executable;
    const ax_plan *plan;
    int32_t threads;
    int64_t scratch; /* of the hungriest step */
} printer;

enum { STEP_INDENT = 6, DETAIL_INDENT = 10 };

/* ---- places ---- */

static void print_range(ax_text *text, int64_t offset, int64_t bytes)
{
    ax_text_printf(text, "workspace %lld..%lld", (long long)offset, (long long)(offset + bytes));
}

/* "c f32[8] workspace 64..96" */
static void print_place(printer *p, const ax_var *var)
{
    const ax_slot *slot = &p->plan->slots[var->id];
    ax_print_name(&p->text, var);
    ax_text_printf(&p->text, " %s ", AX_TYPE_STRING(&var->type));
    switch (slot->kind) {
    case AX_SLOT_INPUT: ax_text_printf(&p->text, "input %d", (int)slot->index); break;
    case AX_SLOT_OUTPUT: ax_text_printf(&p->text, "output %d", (int)slot->index); break;
    case AX_SLOT_CONSTANT: ax_text_append(&p->text, "constant"); break;
    case AX_SLOT_WORKSPACE: print_range(&p->text, slot->offset, ax_type_bytes(&var->type)); break;
    case AX_SLOT_NONE: ax_text_append(&p->text, "nowhere"); break;
    }
}

static void print_places(printer *p, const char *what, const ax_var *const *vars, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (i == 0)
            ax_text_printf(&p->text, "%*s%-8s", DETAIL_INDENT, "", what);
        ax_text_append(&p->text, i ? "; " : "");
        print_place(p, vars[i]);
        if (i == count - 1)
            ax_text_append(&p->text, "\n");
    }
}

/* ---- steps ---- */

static void print_scratch(printer *p, const ax_kernel *kernel, const ax_eqn *eqn, int32_t number)
{
    int64_t bytes = ax_kernel_scratch(kernel, eqn, p->threads);
    if (!kernel->scratch) {
        ax_text_printf(&p->text, "%*sscratch not known beforehand\n", DETAIL_INDENT, "");
    } else if (bytes > 0) {
        ax_text_printf(&p->text, "%*sscratch ", DETAIL_INDENT, "");
        print_range(&p->text, p->plan->scratch[number], bytes);
        ax_text_append(&p->text, "\n");
        p->scratch = ax_max_i64(p->scratch, bytes);
    }
}

static void print_step(printer *p, const ax_eqn *eqn, int32_t number, int32_t step)
{
    const ax_kernel *kernel = &p->executable->kernels[number];
    ax_text_printf(&p->text, "%4d  %s: ", (int)step, kernel->name);
    ax_print_eqn(&p->text, eqn, STEP_INDENT);
    print_places(p, "reads", eqn->operands, eqn->noperands);
    print_places(p, "writes", (const ax_var *const *)eqn->results, eqn->nresults);
    print_scratch(p, kernel, eqn, number);
}

static void print_steps(printer *p)
{
    int32_t number = 0, step = 0;
    AX_FOR_EQNS (eqn, p->executable->graph) {
        if (p->executable->kernels[number].run) {
            print_step(p, eqn, number, ++step);
        } else if (p->plan->live[number] && !ax_prints_in_place(eqn)) {
            bool is_view = (eqn->op->traits & AX_TRAIT_VIEW) != 0;
            ax_text_printf(&p->text, "   -  %s: ", is_view ? "view" : "constant");
            ax_print_eqn(&p->text, eqn, STEP_INDENT);
        }
        number++;
    }
}

static void print_outputs(printer *p)
{
    const ax_graph *graph = p->executable->graph;
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (ax_plan_copies_output(p->plan, i)) {
            ax_text_printf(&p->text, "   -  copied to output %d: ", (int)i);
            print_place(p, graph->outputs[i]);
            ax_text_append(&p->text, "\n");
        } else if (p->plan->aliases[i] >= 0) {
            ax_text_printf(&p->text, "   -  output %d takes the memory of input %d\n", (int)i,
                           (int)p->plan->aliases[i]);
        }
    }
}

/* ---- the end ---- */

static void print_sum(printer *p)
{
    ax_cost cost = ax_executable_cost(p->executable);
    ax_executable_counts counts = ax_executable_count(p->executable);
    ax_text_printf(&p->text, "kernels        %d, of these %d by eval\n", (int)counts.kernels,
                   (int)counts.evaluated);
    ax_text_printf(&p->text, "peak           %lld bytes with %d thread%s%s\n",
                   (long long)p->plan->workspace, (int)p->threads, p->threads == 1 ? "" : "s",
                   counts.unplanned ? ", and what kernels do not say beforehand" : "");
    ax_text_printf(&p->text, "largest live   %lld bytes\n", (long long)p->plan->largest_live);
    ax_text_printf(&p->text, "scratch        %lld bytes in the hungriest step\n",
                   (long long)p->scratch);
    ax_text_printf(&p->text, "operations     %lld flops\n", (long long)cost.flops);
    ax_text_printf(&p->text, "moved          %lld bytes\n", (long long)cost.bytes);
}

ax_status *ax_executable_print(const ax_executable *executable, int32_t threads, char **out_text)
{
    printer p = {.executable = executable, .threads = threads};
    AX_TRY(ax_executable_plan(executable, threads, &p.plan));
    print_steps(&p);
    print_outputs(&p);
    print_sum(&p);
    return ax_text_take(&p.text, out_text);
}

ax_cost ax_executable_cost(const ax_executable *executable)
{
    const ax_graph *graph = executable->graph;
    ax_cost cost = {0};
    int32_t number = 0;
    AX_FOR_EQNS (eqn, graph) {
        if (executable->kernels[number++].run)
            ax_cost_add(&cost, ax_eqn_cost(eqn));
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (!ax_plan_copies_output(executable->plan, i))
            continue;
        int64_t bytes = ax_type_bytes(&graph->outputs[i]->type);
        ax_cost_add(&cost, (ax_cost){.bytes = bytes});
        ax_cost_add(&cost, (ax_cost){.bytes = bytes});
    }
    return cost;
}
