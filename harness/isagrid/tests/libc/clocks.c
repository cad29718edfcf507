// Time functions and other calls of the system whose values must not differ between runs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <signal.h>

int main(void) {
    time_t a = time(NULL);
    struct timespec t;
    struct timeval v;
    printf("%d %d\n", clock_gettime(CLOCK_MONOTONIC, &t), gettimeofday(&v, NULL));
    printf("%d\n", clock() == (clock_t)-1);
    time_t fixed = 86400 * 365;
    struct tm *tm = gmtime(&fixed);
    char text[64];
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a", tm);
    puts(text);
    printf("%s", asctime(tm));
    printf("%ld\n", (long)mktime(tm));
    sleep(1);
    printf("%d\n", (int)(time(NULL) - a) >= 1);
    struct utsname names;
    printf("%d %d\n", uname(&names), getpid() > 0);
    char cwd[100];
    printf("%d\n", getcwd(cwd, sizeof cwd) != NULL);
    signal(SIGINT, SIG_IGN);
    printf("%d\n", raise(SIGINT));
    printf("%d\n", isatty(0) || isatty(1));
    return 0;
}
