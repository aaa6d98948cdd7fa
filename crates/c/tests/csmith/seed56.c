// Options:   --seed 56 --max-funcs 2 --max-block-size 2 --max-block-depth 2 --max-expr-complexity 4 --concise --no-packed-struct -o /tmp/small/s56.c
#include "csmith.h"


static long __undefined;


struct S1 {
   volatile unsigned f0 : 30;
   const signed f1 : 4;
   signed f2 : 10;
   const signed f3 : 19;
   signed f4 : 21;
   unsigned f5 : 25;
   unsigned f6 : 16;
   signed f7 : 5;
};

struct S0 {
   unsigned f0 : 10;
   const signed f1 : 23;
   volatile signed f2 : 29;
   signed f3 : 21;
   unsigned f4 : 16;
   volatile unsigned f5 : 7;
   const volatile signed f6 : 9;
   volatile signed f7 : 26;
   signed f8 : 22;
};

struct S2 {
   volatile uint64_t  f0;
   volatile struct S1  f1;
   uint32_t  f2;
   volatile uint8_t  f3;
   const struct S0  f4;
   volatile struct S1  f5;
   volatile uint64_t  f6;
};


static int32_t g_3 = 0L;
static int8_t g_8 = 0x4DL;
static int32_t g_13 = 0x5D01CD43L;
static int32_t * volatile g_24 = &g_13;
static int32_t *g_26[8] = {&g_3,&g_3,&g_3,&g_3,&g_3,&g_3,&g_3,&g_3};
static int32_t ** volatile g_25 = &g_26[2];
static int32_t ** const  volatile g_28[9] = {&g_26[2],&g_26[2],&g_26[2],&g_26[2],&g_26[2],&g_26[2],&g_26[2],&g_26[2],&g_26[2]};
static int32_t ** volatile g_29[3] = {&g_26[5],&g_26[5],&g_26[5]};
static int32_t ** const  volatile g_30 = &g_26[2];
static int16_t g_36 = 1L;
static int32_t * volatile g_38 = &g_13;
static struct S2 g_39 = {18446744073709551615UL,{15484,1,9,-144,461,443,81,-3},0xF1929B4DL,1UL,{31,2651,-1416,1166,182,3,-5,-4577,59},{25583,2,-23,-4,-1332,1835,57,-0},1UL};



static struct S2  func_1(void);
static int32_t  func_15(int32_t * p_16, int32_t  p_17, int16_t  p_18, uint8_t  p_19, int32_t * p_20);




static struct S2  func_1(void)
{ 
    uint8_t l_2[2];
    int32_t **l_31 = &g_26[7];
    int32_t **l_33 = &g_26[2];
    int32_t ***l_32 = &l_33;
    uint32_t l_34 = 2UL;
    int16_t *l_35 = &g_36;
    int32_t l_37 = (-10L);
    int i;
    for (i = 0; i < 2; i++)
        l_2[i] = 5UL;
    for (g_3 = 0; (g_3 <= 1); g_3 += 1)
    { 
        int8_t *l_7 = &g_8;
        int32_t **l_27 = (void*)0;
        int i;
        if ((safe_add_func_uint64_t_u_u(l_2[g_3], (~(0x8CL <= ((*l_7) = l_2[g_3]))))))
        { 
            const uint32_t l_11 = 1UL;
            int32_t *l_12 = &g_13;
            int8_t * const l_14 = (void*)0;
            (*l_12) &= (((safe_sub_func_uint32_t_u_u(l_11, (0UL <= (l_11 < 0x32DAL)))) < l_11) != l_2[g_3]);
            (*l_12) = (0x5BFEB1ECL || ((void*)0 == l_14));
        }
        else
        { 
            int32_t *l_21 = &g_3;
            (*g_24) = func_15(l_21, (g_3 <= ((safe_rshift_func_int8_t_s_u(0L, 4)) <= 0xC71010F1L)), g_8, l_2[0], &g_3);
            (*g_25) = &g_3;
        }
        (*g_30) = (*g_25);
    }
    (*g_38) |= (l_37 = (((*l_35) |= ((l_31 != ((*l_32) = (void*)0)) & ((g_3 <= l_34) | g_8))) < g_8));
    return g_39;
}



static int32_t  func_15(int32_t * p_16, int32_t  p_17, int16_t  p_18, uint8_t  p_19, int32_t * p_20)
{ 
    g_13 = (-10L);
    return g_13;
}





int main (int argc, char* argv[])
{
    int i;
    int print_hash_value = 0;
    if (argc == 2 && strcmp(argv[1], "1") == 0) print_hash_value = 1;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_8, "g_8", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    transparent_crc(g_39.f0, "g_39.f0", print_hash_value);
    transparent_crc(g_39.f1.f0, "g_39.f1.f0", print_hash_value);
    transparent_crc(g_39.f1.f1, "g_39.f1.f1", print_hash_value);
    transparent_crc(g_39.f1.f2, "g_39.f1.f2", print_hash_value);
    transparent_crc(g_39.f1.f3, "g_39.f1.f3", print_hash_value);
    transparent_crc(g_39.f1.f4, "g_39.f1.f4", print_hash_value);
    transparent_crc(g_39.f1.f5, "g_39.f1.f5", print_hash_value);
    transparent_crc(g_39.f1.f6, "g_39.f1.f6", print_hash_value);
    transparent_crc(g_39.f1.f7, "g_39.f1.f7", print_hash_value);
    transparent_crc(g_39.f2, "g_39.f2", print_hash_value);
    transparent_crc(g_39.f3, "g_39.f3", print_hash_value);
    transparent_crc(g_39.f4.f0, "g_39.f4.f0", print_hash_value);
    transparent_crc(g_39.f4.f1, "g_39.f4.f1", print_hash_value);
    transparent_crc(g_39.f4.f2, "g_39.f4.f2", print_hash_value);
    transparent_crc(g_39.f4.f3, "g_39.f4.f3", print_hash_value);
    transparent_crc(g_39.f4.f4, "g_39.f4.f4", print_hash_value);
    transparent_crc(g_39.f4.f5, "g_39.f4.f5", print_hash_value);
    transparent_crc(g_39.f4.f6, "g_39.f4.f6", print_hash_value);
    transparent_crc(g_39.f4.f7, "g_39.f4.f7", print_hash_value);
    transparent_crc(g_39.f4.f8, "g_39.f4.f8", print_hash_value);
    transparent_crc(g_39.f5.f0, "g_39.f5.f0", print_hash_value);
    transparent_crc(g_39.f5.f1, "g_39.f5.f1", print_hash_value);
    transparent_crc(g_39.f5.f2, "g_39.f5.f2", print_hash_value);
    transparent_crc(g_39.f5.f3, "g_39.f5.f3", print_hash_value);
    transparent_crc(g_39.f5.f4, "g_39.f5.f4", print_hash_value);
    transparent_crc(g_39.f5.f5, "g_39.f5.f5", print_hash_value);
    transparent_crc(g_39.f5.f6, "g_39.f5.f6", print_hash_value);
    transparent_crc(g_39.f5.f7, "g_39.f5.f7", print_hash_value);
    transparent_crc(g_39.f6, "g_39.f6", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
