// Options:   --seed 12 --max-funcs 2 --max-block-size 2 --max-block-depth 2 --max-expr-complexity 4 --concise --no-packed-struct -o /tmp/small/s12.c
#include "csmith.h"


static long __undefined;


union U0 {
   signed f0 : 20;
   uint64_t  f1;
};


static int32_t g_3[6] = {0x11F07B4BL,(-10L),0x11F07B4BL,0x11F07B4BL,(-10L),0x11F07B4BL};
static volatile union U0 g_11 = {0x08905154L};
static uint8_t g_15 = 0x86L;
static union U0 g_16 = {0xF7D96711L};
static int32_t *g_24[4][1] = {{&g_3[2]},{&g_3[2]},{&g_3[2]},{&g_3[2]}};
static int32_t **g_23 = &g_24[1][0];
static int32_t *** volatile g_22 = &g_23;
static int32_t g_26 = 0L;
static int32_t * volatile g_25 = &g_26;
static int64_t g_36 = 0x7C769867F5D1CC0CLL;
static int32_t ** volatile g_44[8][1][7] = {{{&g_24[3][0],&g_24[2][0],(void*)0,(void*)0,&g_24[2][0],&g_24[3][0],&g_24[2][0]}},{{&g_24[1][0],&g_24[3][0],&g_24[3][0],&g_24[1][0],&g_24[2][0],&g_24[1][0],&g_24[3][0]}},{{(void*)0,(void*)0,&g_24[3][0],(void*)0,&g_24[3][0],(void*)0,(void*)0}},{{(void*)0,&g_24[3][0],(void*)0,&g_24[3][0],(void*)0,(void*)0,&g_24[3][0]}},{{&g_24[1][0],&g_24[2][0],&g_24[1][0],&g_24[3][0],&g_24[3][0],&g_24[1][0],&g_24[2][0]}},{{&g_24[3][0],(void*)0,&g_24[2][0],&g_24[2][0],(void*)0,&g_24[1][0],(void*)0}},{{(void*)0,&g_24[1][0],&g_24[1][0],(void*)0,(void*)0,(void*)0,&g_24[1][0]}},{{&g_24[3][0],&g_24[3][0],&g_24[1][0],&g_24[2][0],&g_24[1][0],&g_24[3][0],&g_24[3][0]}}};



static uint32_t  func_1(void);
static int32_t * func_5(int16_t  p_6, int16_t  p_7, uint64_t  p_8, int8_t  p_9, union U0  p_10);




static uint32_t  func_1(void)
{ 
    int8_t l_2[1][2];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
            l_2[i][j] = 0x48L;
    }
    for (g_3[2] = 0; (g_3[2] <= 0); g_3[2] += 1)
    { 
        uint64_t l_4 = 18446744073709551606UL;
        int32_t *l_45 = &g_26;
        if (l_4)
            break;
        for (l_4 = 0; (l_4 <= 0); l_4 += 1)
        { 
            uint8_t *l_14[4] = {&g_15,&g_15,&g_15,&g_15};
            int i;
            l_45 = func_5(g_3[2], ((g_15 = ((((g_11 , (safe_mul_func_int16_t_s_s(g_11.f0, g_3[2]))) == g_3[2]) < 1UL) <= g_3[2])) ^ g_3[2]), g_3[5], l_4, g_16);
            if (l_2[0][0])
                break;
        }
    }
    return g_11.f0;
}



static int32_t * func_5(int16_t  p_6, int16_t  p_7, uint64_t  p_8, int8_t  p_9, union U0  p_10)
{ 
    uint8_t *l_32 = &g_15;
    uint8_t **l_31 = &l_32;
    int32_t l_43 = 0x2BE76DCBL;
    for (g_16.f1 = 0; (g_16.f1 > 53); g_16.f1++)
    { 
        int32_t **l_21 = (void*)0;
        for (g_15 = 0; (g_15 >= 24); ++g_15)
        { 
            (*g_22) = l_21;
            (*g_25) = p_9;
        }
    }
    for (p_6 = 0; (p_6 >= 16); ++p_6)
    { 
        uint64_t l_34 = 4UL;
        for (p_8 = (-13); (p_8 < 8); p_8 = safe_add_func_uint8_t_u_u(p_8, 4))
        { 
            uint8_t ***l_33 = &l_31;
            int64_t *l_35 = &g_36;
            (*l_33) = l_31;
            l_43 = ((((((*l_35) |= l_34) >= (safe_sub_func_uint16_t_u_u(((safe_mul_func_uint16_t_u_u(0x1067L, (safe_sub_func_int32_t_s_s((l_34 , p_10.f0), 0x8EB7BFBCL)))) == p_8), p_6))) && l_43) , (*g_25)) == (-1L));
        }
    }
    return &g_26;
}





int main (int argc, char* argv[])
{
    int i, j, k;
    int print_hash_value = 0;
    if (argc == 2 && strcmp(argv[1], "1") == 0) print_hash_value = 1;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 6; i++)
    {
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_11.f0, "g_11.f0", print_hash_value);
    transparent_crc(g_15, "g_15", print_hash_value);
    transparent_crc(g_16.f0, "g_16.f0", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
