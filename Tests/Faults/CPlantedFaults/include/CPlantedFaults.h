#include <stdbool.h>

/// Whether this fault is planted in this process.
bool isFaultPlanted(int number);
