/*
 * What paths.ts measures itself against: the same paths from the same lattice, written by hand for one payoff, in vectors of four floats.
 *
 * Reads numbers: kind (0 a call that falling to a level at any step ends, 1 a call on the arithmetic average), threads, seconds to go on
 * for, rows, width, steps; a step's number of draws, level recalled and drift; a draw's level, weight and deviation; volatility,
 * ln(level/spot), strike/spot; z/W of each dimension; shifts row by row. Writes the mean payoff in units of the spot, and of the runs the
 * least seconds and the least of processor time.
 */
#include <immintrin.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef VECTORS
#define VECTORS 1
#endif
#define EACH for (int v = 0; v < VECTORS; v++)

typedef float v4 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));

static int kind, threads, rows, width, steps;
static float volatility, level, strike;
static int *count, *recalled, *slot;
static float *drift, *weight, *deviation, *z, *shifts;

static inline v4 all(float x) { return (v4){x, x, x, x}; }
static inline v4 floor4(v4 x) { return (v4)_mm_floor_ps((__m128)x); }
static inline v4 sqrt4(v4 x) { return (v4)_mm_sqrt_ps((__m128)x); }
static inline v4 max4(v4 x, v4 y) { return (v4)_mm_max_ps((__m128)x, (__m128)y); }
static inline v4 choose(i4 test, v4 yes, v4 no) { return (v4)_mm_blendv_ps((__m128)no, (__m128)yes, (__m128)test); }
static inline v4 abs4(v4 x) { return (v4)_mm_andnot_ps(_mm_set1_ps(-0.f), (__m128)x); }

static inline v4 normal(v4 c) {
  v4 v = (0.5f - c) * (0.5f + c), r = sqrt4(sqrt4(v));
  v4 n = c * ((((-0.11658230474f * r + 0.70054501865f) * r + 1.8492002615f) * r + 1.4358638044f) * r + 0.062598755638f) /
         ((((r + 0.52955185304f) * r + 0.63053949288f) * r + 0.18154055751f) * r + 0.0052045639258f);
  i4 tail = v < 0.00048804283f;
  if (__builtin_expect(_mm_movemask_ps((__m128)tail), 0)) {
    v4 w = 0.7925825089978256f - sqrt4(sqrt4(sqrt4(sqrt4(0.5f - abs4(c)))));
    v4 far = (((((-6.49153395578f * w + -0.869953690343f) * w + -21.3051771572f) * w + 12.1494881168f) * w + 14.4347777896f) * w + 1.97296132733f) /
             (((-2.16392933803f * w + -2.44695916665f) * w + 2.96102615028f) * w + 1.f);
    n = choose(tail, choose(c < 0, -far, far), n);
  }
  return n;
}

static inline v4 exp4(v4 x) {
  v4 n = floor4(x * 1.44269504f + 0.5f), r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
  v4 e = (((((0.00138146f * r + 0.00836872f) * r + 0.04166839f) * r + 0.16666521f) * r + 0.49999993f) * r + 1.f) * r + 1.f;
  return e * (v4)_mm_slli_epi32(_mm_cvtps_epi32(_mm_add_ps((__m128)n, _mm_set1_ps(127.f))), 23);
}

static double row_sum(const float *s) {
  double total = 0;
  for (int first = 0; first < width; first += 4 * VECTORS) {
    v4 q[VECTORS], now[VECTORS], state[VECTORS], x[VECTORS], remembered[16][VECTORS];
    EACH q[v] = (float)first + 4.f * v + (v4){0, 1, 2, 3};
    EACH now[v] = x[v] = all(0);
    EACH state[v] = all(kind == 0 ? 1 : 0);
    for (int i = 0, d = 0; i < steps; i++) {
      v4 end[VECTORS];
      EACH end[v] = remembered[recalled[i]][v];
      for (int k = 0; k < count[i]; k++, d++) {
        EACH {
          v4 u = q[v] * z[d];
          u = u - floor4(u) + s[d];
          u = u - floor4(u);
          end[v] = now[v] + weight[d] * (end[v] - now[v]) + deviation[d] * normal(u - 0.49999994f);
          remembered[slot[d]][v] = end[v];
        }
      }
      EACH {
        now[v] = end[v];
        x[v] = drift[i] + volatility * end[v];
        if (kind == 0) state[v] = choose(x[v] > level, state[v], all(0));
        else state[v] += exp4(x[v]);
      }
    }
    EACH {
      v4 paid = kind == 0 ? state[v] * max4(exp4(x[v]) - strike, all(0)) : max4(state[v] / (float)steps - strike, all(0));
      total += (double)paid[0] + paid[1] + paid[2] + paid[3];
    }
  }
  return total;
}

static double sums[64];
static void *work(void *number) {
  long t = (long)number;
  sums[t] = 0;
  for (int row = t; row < rows; row += threads) sums[t] += row_sum(shifts + (long)row * steps);
  return 0;
}

static float number(void) {
  double x;
  if (scanf("%lf", &x) != 1) exit(1);
  return x;
}
static float *numbers(long n) {
  float *values = malloc(n * sizeof(float));
  for (long i = 0; i < n; i++) values[i] = number();
  return values;
}
static int *integers(long n) {
  int *values = malloc(n * sizeof(int));
  for (long i = 0; i < n; i++) values[i] = number();
  return values;
}

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

int main(void) {
  kind = number(), threads = number();
  double lasting = number();
  rows = number(), width = number(), steps = number();
  count = integers(steps), recalled = integers(steps), drift = numbers(steps);
  slot = integers(steps), weight = numbers(steps), deviation = numbers(steps);
  volatility = number(), level = number(), strike = number();
  z = numbers(steps), shifts = numbers((long)rows * steps);
  double best = 1e9, busy = 1e9, total = 0;
  for (double start = now(CLOCK_MONOTONIC); now(CLOCK_MONOTONIC) - start < lasting;) {
    double from = now(CLOCK_MONOTONIC), busy_from = now(CLOCK_PROCESS_CPUTIME_ID);
    pthread_t thread[64];
    for (long t = 0; t < threads; t++) pthread_create(&thread[t], 0, work, (void *)t);
    total = 0;
    for (int t = 0; t < threads; t++) {
      pthread_join(thread[t], 0);
      total += sums[t];
    }
    best = fmin(best, now(CLOCK_MONOTONIC) - from);
    busy = fmin(busy, now(CLOCK_PROCESS_CPUTIME_ID) - busy_from);
  }
  printf("%.9g %.9g %.9g\n", total / ((double)rows * width), best, busy);
  return 0;
}
