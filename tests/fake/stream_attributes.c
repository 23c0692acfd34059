/* SPDX-License-Identifier: MIT */
/* stream_attributes.c - the attributes of a stream, of which the priority is one. */
#include <string.h>

#include "streams.h"

static CUresult body_cuStreamSetAttribute(CUstream stream, CUstreamAttrID id,
                                          const CUstreamAttrValue *value)
{
    CUstream found;
    int code;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value || !attribute_known(id, IN_STREAM))
        return CUDA_ERROR_INVALID_VALUE;
    if (stream_is_default(stream) && DRIVER_FORCED("attribute-default", &code))
        return (CUresult)code;
    attribute_keep(&found->attributes, id, value);
    if (id == CU_LAUNCH_ATTRIBUTE_PRIORITY) {
        int priority;
        memcpy(&priority, value, sizeof priority);
        found->priority = priority_on_device(priority, context_device(found->ctx));
    }
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamSetAttribute, body_cuStreamSetAttribute,
              (CUstream stream, CUstreamAttrID id, const CUstreamAttrValue *value),
              (stream, id, value), (stream_ptsz(stream), id, value), " stream=%s attribute=[%s]",
              STREAM_SHOWN(stream), ATTRIBUTE_SHOWN(id, value))

static CUresult body_cuStreamGetAttribute(CUstream stream, CUstreamAttrID id,
                                          CUstreamAttrValue *value)
{
    CUstream found;
    CUresult result = stream_find(stream, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!value || !attribute_known(id, IN_STREAM))
        return CUDA_ERROR_INVALID_VALUE;
    if (id == CU_LAUNCH_ATTRIBUTE_PRIORITY)
        memcpy(value, &found->priority, sizeof found->priority);
    else
        attribute_give(&found->attributes, id, value);
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamGetAttribute, body_cuStreamGetAttribute,
              (CUstream stream, CUstreamAttrID id, CUstreamAttrValue *value), (stream, id, value),
              (stream_ptsz(stream), id, value), "%s stream=%s attribute=%d", FAKE_OUT(value),
              STREAM_SHOWN(stream), (int)id)

/* The priority too: it is an attribute like the others since 12.0. */
static CUresult body_cuStreamCopyAttributes(CUstream to, CUstream from)
{
    CUstream target, source;
    CUresult result = stream_find(to, &target);
    if (result == CUDA_SUCCESS)
        result = stream_find(from, &source);
    if (result != CUDA_SUCCESS)
        return result;
    if (target->ctx != source->ctx)
        return CUDA_ERROR_INVALID_VALUE;
    target->attributes = source->attributes;
    target->priority = source->priority;
    return CUDA_SUCCESS;
}
BOTH_FORMS_AS(cuStreamCopyAttributes, body_cuStreamCopyAttributes, (CUstream to, CUstream from),
              (to, from), (stream_ptsz(to), stream_ptsz(from)), " to=%s from=%s", STREAM_SHOWN(to),
              STREAM_SHOWN(from))
