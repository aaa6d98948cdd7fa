// Options:   --seed 36 --max-funcs 2 --max-block-size 2 --max-block-depth 2 --max-expr-complexity 4 --concise --no-packed-struct -o /tmp/small/s36.c
#include "csmith.h"


static long __undefined;


union U0 {
   const uint64_t  f0;
   const volatile int16_t  f1;
   int64_t  f2;
   volatile int8_t * const  f3;
   uint64_t  f4;
};


static volatile int32_t g_3 = 9L;
static volatile int32_t g_4 = 1L;
static volatile int32_t g_5 = 0x9F30CC2FL;
static int32_t g_6 = 0xA86BA47CL;
static const int8_t g_12 = 0x59L;
static int64_t g_19 = (-1L);
static uint32_t g_20 = 0x47941CE3L;
static int64_t g_30 = 0L;
static int64_t *g_29[10][3][1] = {{{&g_30},{(void*)0},{&g_30}},{{&g_30},{&g_30},{(void*)0}},{{&g_30},{(void*)0},{(void*)0}},{{&g_30},{(void*)0},{&g_30}},{{&g_30},{&g_30},{(void*)0}},{{&g_30},{(void*)0},{(void*)0}},{{&g_30},{(void*)0},{&g_30}},{{&g_30},{&g_30},{(void*)0}},{{&g_30},{(void*)0},{(void*)0}},{{&g_30},{(void*)0},{&g_30}}};
static int32_t g_34[9][3] = {{9L,(-1L),6L},{9L,6L,0x11ECBFCFL},{9L,0x20725FC1L,9L},{9L,(-1L),6L},{9L,6L,0x11ECBFCFL},{9L,6L,(-1L)},{(-1L),9L,0xDEFC72FAL},{(-1L),0x11ECBFCFL,1L},{(-1L),6L,(-1L)}};
static union U0 g_37 = {0xAE89405DBD55ADB5LL};
static union U0 g_40 = {8UL};



static uint16_t  func_1(void);
static int16_t  func_9(const int8_t * const  p_10);




static uint16_t  func_1(void)
{ 
    int32_t l_2[9] = {9L,9L,9L,9L,9L,9L,9L,9L,9L};
    const int8_t * const l_11 = &g_12;
    union U0 *l_39[9] = {&g_40,&g_40,&g_40,&g_40,&g_40,&g_40,&g_40,&g_40,&g_40};
    int i;
    for (g_6 = 3; (g_6 <= 8); g_6 += 1)
    { 
        int32_t *l_35 = &g_34[0][0];
        union U0 *l_36 = &g_37;
        union U0 **l_38[5];
        int i;
        for (i = 0; i < 5; i++)
            l_38[i] = &l_36;
        (*l_35) = (l_2[g_6] ^ (safe_rshift_func_int16_t_s_s(func_9(l_11), 11)));
        l_39[5] = l_36;
    }
    return g_34[2][1];
}



static int16_t  func_9(const int8_t * const  p_10)
{ 
    uint32_t l_15 = 0x6729694DL;
    int64_t *l_16 = (void*)0;
    int64_t *l_17 = (void*)0;
    int64_t *l_18 = &g_19;
    int8_t l_31 = 1L;
    int32_t l_32 = 0L;
    int32_t *l_33 = &g_34[3][1];
    (*l_33) &= (l_32 ^= (safe_mod_func_int64_t_s_s((g_20 &= ((*l_18) ^= l_15)), (safe_rshift_func_int8_t_s_u((safe_mul_func_uint16_t_u_u((safe_add_func_uint32_t_u_u((safe_sub_func_int64_t_s_s((g_29[5][2][0] != (void*)0), l_15)), l_31)), l_31)), l_15)))));
    return (*l_33);
}





int main (int argc, char* argv[])
{
    int i, j, k;
    int print_hash_value = 0;
    if (argc == 2 && strcmp(argv[1], "1") == 0) print_hash_value = 1;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_30, "g_30", print_hash_value);
    for (i = 0; i < 9; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_34[i][j], "g_34[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_37.f0, "g_37.f0", print_hash_value);
    transparent_crc(g_37.f1, "g_37.f1", print_hash_value);
    transparent_crc(g_37.f2, "g_37.f2", print_hash_value);
    transparent_crc(g_37.f4, "g_37.f4", print_hash_value);
    transparent_crc(g_40.f0, "g_40.f0", print_hash_value);
    transparent_crc(g_40.f1, "g_40.f1", print_hash_value);
    transparent_crc(g_40.f2, "g_40.f2", print_hash_value);
    transparent_crc(g_40.f4, "g_40.f4", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
