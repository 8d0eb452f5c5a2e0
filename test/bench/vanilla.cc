// What vanilla-batch.ts measures itself against: the textbook Black-Scholes formula in C++, with the double-precision functions of the C
// library, over the same options in columns.
//
// Reads two numbers from standard input: count and rounds. Writes nanoseconds per option, the best of all rounds, and the sum of the prices.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

static inline double normalCdf(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }

static inline double price(double spot, double strike, double rate, double volatility, double time, double dividend, bool put) {
  const double stdDev = volatility * std::sqrt(time);
  const double d1 = (std::log(spot / strike) + (rate - dividend + 0.5 * volatility * volatility) * time) / stdDev;
  const double d2 = d1 - stdDev;
  const double a = spot * std::exp(-dividend * time), b = strike * std::exp(-rate * time);
  return put ? b * normalCdf(-d2) - a * normalCdf(-d1) : a * normalCdf(d1) - b * normalCdf(d2);
}

static double along(int i, double multiplier) { return std::fmod(i * multiplier, 1); }

int main() {
  int count, rounds;
  if (std::scanf("%d %d", &count, &rounds) != 2) return 1;
  std::vector<double> strike(count), rate(count), volatility(count), time(count), dividend(count), prices(count);
  std::vector<char> put(count);
  for (int i = 0; i < count; i++) {
    strike[i] = 60 + 80 * along(i, 0.6180339887);
    rate[i] = 0.05 * along(i, 0.4142135624);
    volatility[i] = 0.1 + 0.5 * along(i, 0.7320508076);
    time[i] = 1. / 12 + 3 * along(i, 0.2360679775);
    dividend[i] = 0.03 * along(i, 0.6457513111);
    put[i] = i % 2 == 1;
  }
  double best = INFINITY;
  for (int round = 0; round < rounds; round++) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < count; i++) prices[i] = price(100, strike[i], rate[i], volatility[i], time[i], dividend[i], put[i]);
    const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    best = std::fmin(best, elapsed.count() / count);
  }
  double sum = 0;
  for (double value : prices) sum += value;
  std::printf("%.17g %.17g\n", best, sum);
}
