#include <stdlib.h>
struct s{int*p;};
void ext3(struct s*);
int f(void){ struct s s; s.p=malloc(4); ext3(&s); free(s.p); return 0; }
