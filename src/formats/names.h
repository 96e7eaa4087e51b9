/* Names of a program's arguments and results, as people write them. */
#ifndef AXMAP_FORMATS_NAMES_H
#define AXMAP_FORMATS_NAMES_H

#include <axmap/status.h>

/* A name that JAX prints, with dots: `params['conv1']['kernel']` is params.conv1.kernel,
 * `params[0].w` is params.0.w, `result['logits']` is logits (a leading `result` goes, unless it is
 * all there is). Names without brackets stay as they are. The caller frees the name. */
ax_status *ax_name_dotted(const char *printed, char **out_dotted);

#endif
