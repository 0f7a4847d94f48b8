// oauth.h uses size_t without including what declares it.
#include <stddef.h>
#include <oauth.h>
