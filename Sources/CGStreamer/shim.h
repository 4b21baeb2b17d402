#pragma once

// GLib belongs to CGIO: a type has one module, and code without sound does not import this one.
#include "../CGIO/shim.h"

#if !__has_include(<gst/app/gstappsink.h>)
#error "GStreamer's headers are missing: apt-get install libgstreamer-plugins-base1.0-dev"
#endif

#include <gst/gst.h>
#include <gst/app/gstappsink.h>
#include <math.h>

// g_object_set is variadic; each wrapper passes one property of the width that it has.
static inline void cgst_set_string(void *object, const char *name, const char *value) {
  g_object_set(object, name, value, NULL);
}

static inline void cgst_set_double(void *object, const char *name, double value) {
  g_object_set(object, name, value, NULL);
}

static inline void cgst_set_object(void *object, const char *name, void *value) {
  g_object_set(object, name, value, NULL);
}

// g_object_get is variadic, too.
static inline double cgst_get_double(void *object, const char *name) {
  double value = NAN;
  g_object_get(object, name, &value, NULL);
  return value;
}

// The text of a property, to be freed with g_free; NULL if it has none.
static inline char *cgst_get_text(void *object, const char *name) {
  GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
  if (spec == NULL) return NULL;
  GValue value = G_VALUE_INIT;
  g_value_init(&value, spec->value_type);
  g_object_get_property((GObject *)object, name, &value);
  char *text = gst_value_serialize(&value);
  g_value_unset(&value);
  return text;
}

static inline void cgst_set_text(void *object, const char *name, const char *text) {
  gst_util_set_object_arg((GObject *)object, name, text);
}

// Whether a property is there to be set: G_OBJECT_GET_CLASS is a macro.
static inline gboolean cgst_has_property(void *object, const char *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name) != NULL;
}

// GValueArray, which the level element posts, is deprecated, and each use of it a warning.
// The loudness of the first channel in decibels; NaN where the message is of another kind.
static inline double cgst_level_decibels(GstMessage *message) {
  const GstStructure *structure = gst_message_get_structure(message);
  if (structure == NULL || !gst_structure_has_name(structure, "level")) return NAN;
  const GValue *value = gst_structure_get_value(structure, "rms");
  if (value == NULL || !G_VALUE_HOLDS_BOXED(value)) return NAN;
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  const GValueArray *channels = (const GValueArray *)g_value_get_boxed(value);
  if (channels == NULL || channels->n_values == 0) return NAN;
  return g_value_get_double(&channels->values[0]);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

// The stream time in nanoseconds at which the sound of such a message begins.
static inline guint64 cgst_level_start(GstMessage *message) {
  guint64 start = 0;
  gst_structure_get_uint64(gst_message_get_structure(message), "stream-time", &start);
  return start;
}
