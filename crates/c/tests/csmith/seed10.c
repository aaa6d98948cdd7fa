// Options:   --seed 10 --max-funcs 2 --max-block-size 2 --max-block-depth 2 --max-expr-complexity 4 --concise --no-packed-struct -o /tmp/small/s10.c
#include "csmith.h"


static long __undefined;


struct S1 {
   volatile signed f0 : 11;
   signed f1 : 27;
};

union U2 {
   volatile signed f0 : 8;
   unsigned f1 : 6;
   int8_t * volatile  f2;
   uint32_t  f3;
};


static int8_t g_12 = 0x40L;
static const int8_t * volatile g_11 = &g_12;
static int32_t g_14 = 3L;
static int32_t *g_15 = &g_14;
static int8_t g_34[2] = {4L,4L};
static struct S1 g_42 = {-30,409};
static struct S1 *g_41 = &g_42;
static struct S1 ** volatile g_40 = &g_41;
static uint32_t g_48 = 0x1E4171B3L;
static uint8_t g_52 = 1UL;
static volatile struct S1 g_55 = {-29,5222};
static int64_t g_59 = (-1L);
static int32_t g_61 = 0xCA2468F5L;
static volatile union U2 g_65 = {5L};



static int8_t  func_1(void);
static uint64_t  func_19(uint8_t  p_20, uint64_t  p_21, uint32_t  p_22, int64_t  p_23, int8_t  p_24);




static int8_t  func_1(void)
{ 
    int16_t l_2 = (-1L);
    int32_t *l_13 = &g_14;
    int32_t l_62 = 0x6149AF40L;
    if ((((l_2 <= ((safe_div_func_int16_t_s_s((safe_mul_func_uint8_t_u_u(((safe_mod_func_int64_t_s_s((safe_add_func_int16_t_s_s((((void*)0 == g_11) != g_12), l_2)), l_2)) > 0xA82E77E815F84255LL), g_12)), g_12)) >= g_12)) <= g_12) >= g_12))
    { 
        g_15 = l_13;
    }
    else
    { 
        int16_t l_35 = (-2L);
        for (g_12 = 0; (g_12 != 13); ++g_12)
        { 
            int16_t l_36 = 0x4A12L;
            int32_t *l_60[8][2][7] = {{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{(void*)0,&g_61,&g_61,(void*)0,&g_61,&g_61,&g_61}},{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{(void*)0,(void*)0,&g_61,&g_61,&g_61,&g_61,&g_61}},{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61}},{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{(void*)0,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61}},{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{&g_61,&g_61,(void*)0,&g_61,(void*)0,&g_61,&g_61}},{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,(void*)0}},{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{&g_61,&g_61,(void*)0,&g_61,&g_61,&g_61,&g_61}},{{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61},{&g_61,&g_61,&g_61,&g_61,&g_61,&g_61,&g_61}}};
            int i, j, k;
            l_62 ^= (0L | ((g_59 |= (+func_19(((((*l_13) = ((*g_11) | ((safe_mul_func_uint16_t_u_u(((~(safe_mod_func_uint8_t_u_u((safe_rshift_func_uint16_t_u_s((safe_div_func_uint32_t_u_u((g_34[1] == g_34[1]), l_35)), 15)), g_34[1]))) < g_14), (-4L))) >= 0x3E4C996E1580EB60LL))) < 0xAFA0B2B0L) , 0xADL), l_36, g_34[1], g_34[1], g_12))) | 1L));
            (*l_13) = ((safe_add_func_uint16_t_u_u((g_65 , 8UL), g_61)) <= g_34[1]);
        }
        for (g_12 = (-8); (g_12 == 22); g_12 = safe_add_func_int8_t_s_s(g_12, 9))
        { 
            uint8_t *l_68 = &g_52;
            (*g_15) = (((*l_13) , 7L) | ((*l_68)--));
            (*l_13) = l_35;
        }
    }
    return (*g_11);
}



static uint64_t  func_19(uint8_t  p_20, uint64_t  p_21, uint32_t  p_22, int64_t  p_23, int8_t  p_24)
{ 
    struct S1 *l_39 = (void*)0;
    int32_t l_53 = 0L;
    int32_t l_54[8][6] = {{(-1L),(-1L),8L,0x1D90BCC9L,8L,(-1L)},{8L,0x76E5F377L,0x1D90BCC9L,0x1D90BCC9L,0x76E5F377L,8L},{(-1L),8L,0x1D90BCC9L,8L,(-1L),(-1L)},{(-1L),8L,8L,(-1L),0x76E5F377L,(-1L)},{(-1L),0x76E5F377L,(-1L),8L,8L,(-1L)},{(-1L),(-1L),8L,0x1D90BCC9L,8L,(-1L)},{8L,0x76E5F377L,0x1D90BCC9L,0x1D90BCC9L,0x76E5F377L,8L},{(-1L),8L,0x1D90BCC9L,8L,(-1L),(-1L)}};
    int8_t * const l_56 = (void*)0;
    int i, j;
lbl_58:
    for (p_21 = 0; (p_21 == 11); p_21++)
    { 
        int32_t l_46 = (-8L);
        uint32_t *l_47 = &g_48;
        (*g_40) = l_39;
        (*g_15) = (~(((p_20 <= ((p_20 > ((((safe_mul_func_int8_t_s_s(((((*l_47) = l_46) != 1L) == p_20), p_21)) | 0x37L) & p_23) < g_12)) & 2UL)) && g_14) == p_21));
    }
    for (p_23 = (-18); (p_23 <= (-25)); p_23 = safe_sub_func_uint32_t_u_u(p_23, 3))
    { 
        uint8_t *l_51 = &g_52;
        int32_t l_57 = 0L;
        l_57 = (((l_53 = ((*l_51) |= p_20)) > (((l_54[0][0] | (g_55 , 0x20L)) , l_56) != (void*)0)) | 0x60L);
        if (g_52)
            goto lbl_58;
    }
    return l_53;
}





int main (int argc, char* argv[])
{
    int i;
    int print_hash_value = 0;
    if (argc == 2 && strcmp(argv[1], "1") == 0) print_hash_value = 1;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_14, "g_14", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_34[i], "g_34[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_42.f0, "g_42.f0", print_hash_value);
    transparent_crc(g_42.f1, "g_42.f1", print_hash_value);
    transparent_crc(g_48, "g_48", print_hash_value);
    transparent_crc(g_52, "g_52", print_hash_value);
    transparent_crc(g_55.f0, "g_55.f0", print_hash_value);
    transparent_crc(g_55.f1, "g_55.f1", print_hash_value);
    transparent_crc(g_59, "g_59", print_hash_value);
    transparent_crc(g_61, "g_61", print_hash_value);
    transparent_crc(g_65.f0, "g_65.f0", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
