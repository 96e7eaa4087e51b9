/* Linkage of the public interface.
 *
 * Every public function is marked AX_API and nothing else leaves the shared library. The headers
 * compile as C11 and as C++17.
 */
#ifndef AXMAP_API_H
#define AXMAP_API_H

#if defined(__GNUC__)
#define AX_API __attribute__((visibility("default")))
#define AX_PRINTF(format_index, first_argument) \
    __attribute__((format(printf, format_index, first_argument)))
#define AX_MUST_USE __attribute__((warn_unused_result))
#else
#define AX_API
#define AX_PRINTF(format_index, first_argument)
#define AX_MUST_USE
#endif

#ifdef __cplusplus
#define AX_BEGIN_DECLS extern "C" {
#define AX_END_DECLS   }
#else
#define AX_BEGIN_DECLS
#define AX_END_DECLS
#endif

#endif
