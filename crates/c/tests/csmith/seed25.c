// Options:   --seed 25 --max-funcs 2 --max-block-size 2 --max-block-depth 2 --max-expr-complexity 4 --concise --no-packed-struct -o /tmp/small/s25.c
#include "csmith.h"


static long __undefined;



static int32_t g_9[5] = {0xB34E6D4FL,0xB34E6D4FL,0xB34E6D4FL,0xB34E6D4FL,0xB34E6D4FL};
static int64_t g_37[9][3] = {{0xE074F0E4F20077FELL,(-1L),0x67C8FA1B4415E40CLL},{(-8L),(-10L),(-10L)},{0xE074F0E4F20077FELL,(-1L),0x67C8FA1B4415E40CLL},{(-8L),(-10L),(-10L)},{0xE074F0E4F20077FELL,(-1L),0x67C8FA1B4415E40CLL},{(-8L),(-10L),(-10L)},{0xE074F0E4F20077FELL,(-1L),0x67C8FA1B4415E40CLL},{(-8L),(-10L),(-10L)},{0xE074F0E4F20077FELL,(-1L),0x67C8FA1B4415E40CLL}};
static int64_t *g_46[5][8] = {{&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2]},{&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2]},{&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2]},{&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2]},{&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2],&g_37[0][2]}};
static int32_t g_71 = 0xA8DE78A8L;
static int64_t * volatile ** const g_77[4] = {(void*)0,(void*)0,(void*)0,(void*)0};
static uint8_t g_80 = 0xE2L;
static uint32_t g_81 = 18446744073709551613UL;



static const uint8_t  func_1(void);
static int32_t * func_2(int32_t * p_3, uint64_t  p_4, int32_t * p_5, int32_t * p_6, uint32_t  p_7);




static const uint8_t  func_1(void)
{ 
    int32_t *l_8 = &g_9[0];
    int32_t **l_13 = &l_8;
    int32_t *l_15 = &g_9[0];
    int32_t **l_14 = &l_15;
    int64_t *l_39 = &g_37[0][2];
    int32_t l_48 = 0x140DA8F9L;
    int32_t l_52 = 0xDD754719L;
    int32_t l_54 = 0x8E375BC5L;
    int32_t l_55 = 0x68752EB6L;
    int32_t l_56 = 0xB9FCDB2BL;
    uint64_t l_57 = 0x7D733C455447BFCALL;
    int64_t l_74 = 0x0FD48341D410C6DFLL;
    int32_t l_78 = 0x0005B716L;
lbl_84:
    (*l_14) = ((*l_13) = func_2(l_8, (*l_8), &g_9[4], &g_9[4], g_9[3]));
    if ((((g_9[0] < (g_9[1] & (safe_mod_func_int16_t_s_s((safe_div_func_int16_t_s_s((safe_div_func_int64_t_s_s((((void*)0 != &l_15) > 5UL), (*l_8))), (-4L))), (*l_8))))) != (**l_13)) ^ 6L))
    { 
        int64_t *l_36 = &g_37[0][2];
        int32_t l_38 = (-3L);
        int32_t l_49 = (-4L);
        int32_t l_50 = 0xC5108D7EL;
        int32_t l_51 = 1L;
        int32_t l_53[7][4] = {{0xBAD2CC01L,0xDE0F7F7AL,0x8ECDE22FL,(-2L)},{0xDE0F7F7AL,0L,0L,0xDE0F7F7AL},{(-8L),(-2L),0L,0x8A8DC8D6L},{0xDE0F7F7AL,0xBAD2CC01L,0x8ECDE22FL,0xBAD2CC01L},{0xBAD2CC01L,0L,(-8L),0xBAD2CC01L},{(-8L),0xBAD2CC01L,0x8A8DC8D6L,0x8A8DC8D6L},{(-2L),(-2L),0x8ECDE22FL,0xDE0F7F7AL}};
        uint16_t l_73[8][10][3] = {{{65527UL,0x94C9L,65533UL},{7UL,65533UL,65535UL},{0UL,0UL,0xA162L},{65535UL,0UL,2UL},{1UL,0x366EL,1UL},{2UL,9UL,0UL},{0UL,65535UL,2UL},{8UL,8UL,65535UL},{0xD0AFL,0x969DL,65535UL},{8UL,1UL,0xDC94L}},{{0UL,0xAD0BL,1UL},{2UL,0xF399L,1UL},{1UL,1UL,0x8E47L},{65535UL,1UL,0x59F6L},{0UL,0x3153L,0UL},{7UL,0UL,65535UL},{65527UL,0UL,0x5A00L},{0x5EBEL,9UL,0x0BDFL},{0xBBD5L,0x150EL,65528UL},{0x150EL,0xD0AFL,0x5E6FL}},{{0x59F6L,2UL,0x64D7L},{0x95B8L,0UL,7UL},{65528UL,0xED7DL,65526UL},{1UL,0x1078L,1UL},{0xD9FAL,0xF146L,1UL},{0x4319L,0x8CA9L,6UL},{0x41BAL,0x8CA9L,0UL},{0x2250L,0xF146L,0xDCFEL},{0xDC94L,0x1078L,0UL},{0xDB27L,0xED7DL,0UL}},{{1UL,0UL,0x0EEEL},{0x8462L,2UL,9UL},{65535UL,0xD0AFL,1UL},{0x3153L,0x150EL,0x2199L},{0x5E6FL,9UL,0x93D3L},{9UL,0UL,9UL},{0xDCFEL,0UL,0xD9FAL},{65533UL,0x3153L,0x6F39L},{0x4084L,1UL,0xE5B1L},{65530UL,1UL,2UL}},{{0xF399L,0xF399L,1UL},{65535UL,0xAD0BL,65528UL},{8UL,1UL,0x8462L},{0UL,0x969DL,0xBBD5L},{1UL,0x2CF1L,0x93D3L},{65535UL,0xCF4EL,0xED7DL},{0x3C7BL,9UL,0UL},{6UL,1UL,65528UL},{0x4319L,2UL,0x8E47L},{7UL,0x0EEEL,1UL}},{{65535UL,6UL,8UL},{0x41BAL,0UL,9UL},{0x3153L,0x8E47L,0x0B1AL},{1UL,65535UL,0xED5AL},{1UL,0x8462L,9UL},{0xD9FAL,65535UL,0x41BAL},{9UL,65535UL,65535UL},{7UL,0xF146L,0x0EEEL},{1UL,65535UL,0x70B7L},{65526UL,0x3153L,0xAB57L}},{{1UL,1UL,65535UL},{0xD0AFL,0x150EL,6UL},{0xD0AFL,8UL,65526UL},{1UL,0UL,65535UL},{65526UL,0x25DAL,8UL},{1UL,0xBBD5L,0x25DAL},{7UL,0x94C9L,0xF146L},{9UL,0UL,1UL},{0xD9FAL,65535UL,1UL},{1UL,0UL,0xD0AFL}},{{1UL,65533UL,0UL},{0x3153L,0x4319L,8UL},{0x41BAL,0xD80EL,65535UL},{65535UL,0x0B1AL,0x5E2BL},{7UL,0UL,0x1078L},{0x4319L,0x0BDFL,0x0BDFL},{6UL,7UL,65533UL},{0x3C7BL,8UL,65535UL},{65535UL,1UL,0x150EL},{65533UL,1UL,0UL}}};
        int i, j, k;
        if (((((((safe_mul_func_int8_t_s_s(((safe_sub_func_int32_t_s_s((safe_sub_func_uint64_t_u_u(g_9[0], ((g_9[1] | ((safe_mul_func_int8_t_s_s((safe_div_func_int32_t_s_s(((safe_lshift_func_uint8_t_u_s(((safe_add_func_int64_t_s_s(((*l_36) = g_9[0]), l_38)) | (**l_13)), g_9[1])) , g_9[0]), 4294967295UL)), (-1L))) > (*l_8))) == g_9[0]))), 0x860C01EFL)) != g_9[0]), 0x8AL)) & g_9[1]) , g_37[0][2]) ^ l_38) | g_9[2]) & 0x2C160EC2L))
        { 
            int64_t **l_40 = &l_36;
            int64_t **l_41 = (void*)0;
            int64_t **l_42 = (void*)0;
            int64_t *l_43 = &g_37[0][2];
            int64_t **l_44 = (void*)0;
            int64_t **l_45[5][2] = {{&l_39,&l_39},{&l_39,&l_39},{&l_39,&l_39},{&l_39,&l_39},{&l_39,&l_39}};
            int i, j;
            (*l_15) = ((g_46[3][5] = (l_43 = ((*l_40) = l_39))) == (void*)0);
            (*l_14) = &g_9[0];
        }
        else
        { 
            int32_t *l_47[8][3] = {{&g_9[0],(void*)0,&l_38},{&g_9[3],&g_9[3],&g_9[3]},{&g_9[0],&g_9[3],(void*)0},{(void*)0,&g_9[3],&g_9[0]},{&g_9[3],&g_9[3],&g_9[3]},{&l_38,(void*)0,&g_9[0]},{&g_9[0],&g_9[0],(void*)0},{&g_9[0],&g_9[0],&g_9[3]}};
            int64_t **l_69 = &g_46[2][4];
            int64_t ***l_68 = &l_69;
            int64_t **l_70 = &g_46[1][5];
            uint64_t *l_72 = &l_57;
            int i, j;
            l_57++;
            (**l_13) = (!(((((~(safe_sub_func_int64_t_s_s(0xCC2E186B95FE78F1LL, ((*l_72) = (safe_mul_func_int8_t_s_s((-5L), (g_71 &= (safe_mul_func_int8_t_s_s((((*l_68) = &g_46[3][5]) != l_70), 1UL))))))))) & l_73[7][8][2]) <= g_9[3]) , g_37[6][2]) ^ l_74));
        }
    }
    else
    { 
        uint64_t *l_79[4];
        int i;
        for (i = 0; i < 4; i++)
            l_79[i] = &l_57;
        g_81 |= ((g_80 |= (safe_add_func_int64_t_s_s(((*l_39) = ((((void*)0 != g_77[1]) , 18446744073709551615UL) < (*l_15))), l_78))) && (-1L));
        for (g_71 = 0; (g_71 > 6); g_71 = safe_add_func_int32_t_s_s(g_71, 3))
        { 
            if (g_81)
                goto lbl_84;
            (*l_8) = ((void*)0 == l_79[3]);
        }
    }
    return (*l_15);
}



static int32_t * func_2(int32_t * p_3, uint64_t  p_4, int32_t * p_5, int32_t * p_6, uint32_t  p_7)
{ 
    uint32_t l_10 = 0x1C97412DL;
    l_10--;
    return &g_9[0];
}





int main (int argc, char* argv[])
{
    int i, j;
    int print_hash_value = 0;
    if (argc == 2 && strcmp(argv[1], "1") == 0) print_hash_value = 1;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_9[i], "g_9[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 9; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_37[i][j], "g_37[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_71, "g_71", print_hash_value);
    transparent_crc(g_80, "g_80", print_hash_value);
    transparent_crc(g_81, "g_81", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
