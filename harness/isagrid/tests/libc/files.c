// A file in the current folder: written, read, moved in, appended to, removed; and a missing one.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    const char *name = "files-of-isagrid.txt";
    char line[80];
    FILE *file = fopen(name, "w");
    if (!file) return 1;
    for (int i = 0; i < 300; i++) fprintf(file, "line %d %s\n", i, "some text to fill buffers");
    if (fclose(file)) return 2;
    file = fopen(name, "a");
    fputs("the end\n", file);
    fclose(file);
    file = fopen(name, "r");
    int lines = 0;
    while (fgets(line, sizeof line, file)) lines++;
    printf("%d %s", lines, line);
    fseek(file, 100, SEEK_SET);
    printf("%ld %d\n", ftell(file), fgetc(file));
    fseek(file, -8, SEEK_END);
    printf("%zu", fread(line, 1, 20, file));
    rewind(file);
    printf(" %d\n", fscanf(file, "%79s", line));
    fclose(file);
    struct stat status;
    printf("%d %ld %d\n", stat(name, &status), (long)status.st_size, S_ISREG(status.st_mode) != 0);
    printf("%d %d\n", access(name, F_OK), unlink(name));
    file = fopen(name, "r");
    printf("%d %s\n", file == NULL, strerror(errno));
    return 0;
}
