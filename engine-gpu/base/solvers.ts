/**
 * Solvers: what finds parameters, curves and hedges rather than prices. Each has an identity as a pricer has, so that prices which rest on its numbers
 * can be explained down to them.
 */
import type { PricerIdentity } from './pricer-identity.js';

export const SOLVERS = {
  sabr: {
    id: 'smile_sabr_fit',
    version: 2,
    status: 'ga-validated',
    summary: 'Parameters of SABR from the smile of one expiry, by weighted least squares in implied volatility',
    needs: [],
    prices: ['smile'],
  },
  heston: {
    id: 'surface_heston_fit',
    version: 2,
    status: 'ga-validated',
    summary: 'Parameters of Heston from a surface of implied volatilities, by weighted least squares in implied volatility',
    needs: [],
    prices: ['surface'],
  },
  curve: {
    id: 'curve_bootstrap',
    version: 1,
    status: 'ga-validated',
    summary: 'One discount or projection curve from deposits, agreements, futures and swaps, one node after the other',
    needs: [],
    prices: ['curve'],
  },
  shortRate: {
    id: 'curve_short_rate_fit',
    version: 3,
    status: 'ga-validated',
    summary: 'Hull-White or G2++ on a curve, from a matrix of swaptions, by least squares in implied volatility',
    needs: [],
    prices: ['curve'],
  },
  curveSet: {
    id: 'curve_set_newton',
    version: 1,
    status: 'ga-validated',
    summary: 'Curves of several currencies and indices that depend on each other, from dated instruments, by Newton’s method in all nodes',
    needs: [],
    prices: ['curve'],
  },
  creditCurve: {
    id: 'credit_curve_bootstrap',
    version: 1,
    status: 'ga-validated',
    summary: 'Default intensities from par spreads of standard credit default swaps, one node after the other',
    needs: [],
    prices: ['credit_curve'],
  },
  svi: {
    id: 'surface_svi_fit',
    version: 3,
    status: 'ga-validated',
    summary: 'SVI for each expiry of a surface, by least squares in implied volatility',
    needs: [],
    prices: ['volatility_surface'],
  },
  ssvi: {
    id: 'surface_ssvi_fit',
    version: 2,
    status: 'ga-validated',
    summary: 'SSVI for all expiries of a surface, by least squares in implied volatility',
    needs: [],
    prices: ['volatility_surface'],
  },
  hedge: {
    id: 'hedge_optimisation',
    version: 1,
    status: 'ga-validated',
    summary: 'Quantities of hedging instruments that leave the least squares, variance or expected shortfall, within bounds and a budget',
    needs: [],
    prices: ['hedge'],
  },
} as const satisfies Readonly<Record<string, PricerIdentity>>;
