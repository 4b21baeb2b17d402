// SwiftPM builds a target that has a source file. All code is in shim.h.
#include <stddef.h>
