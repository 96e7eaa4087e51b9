/* The smallest program that needs the library, MPI and a header: it makes an array type and prints it. */
#include <axmap/type.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[AX_TYPE_TEXT];
    ax_type type;
    ax_status *status = ax_type_make(AX_F32, 2, (const int64_t[]){8, 3}, &type);
    if (status) {
        fprintf(stderr, "%s\n", ax_status_message(status));
        ax_status_free(status);
        return 1;
    }
    if (strcmp(ax_type_print(&type, text), "f32[8,3]") != 0) {
        fprintf(stderr, "the type prints as %s\n", text);
        return 1;
    }
    puts("consumer: ok");
    return 0;
}
