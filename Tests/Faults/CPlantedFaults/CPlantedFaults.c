// The switch of scripts/plant-faults, which adds it to the build. PLANTED_FAULT has the number of the one fault that is planted in a
// process, or "record:" and a folder, into which the process writes an empty file for each number that it reaches. The name has no
// AVVISO_ before it, because tests take such variables away from the programs that they start.
#include "CPlantedFaults.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int planted = 0;
static const char *folder = NULL;
static bool reached[100000];

__attribute__((constructor)) static void readFault(void) {
    const char *value = getenv("PLANTED_FAULT");
    if (value && strncmp(value, "record:", 7) == 0) folder = strdup(value + 7);
    else if (value) planted = atoi(value);
}

bool isFaultPlanted(int number) {
    if (folder && !reached[number]) {
        char path[4096];
        reached[number] = true;
        snprintf(path, sizeof path, "%s/%d", folder, number);
        int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
        if (file >= 0) close(file);
    }
    return number == planted;
}
