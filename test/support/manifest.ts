/** The manifest of a closed form, as the pricing service gives it. */
export const manifest = {
  engineVersion: '0.1.0',
  runId: '0190a1b2-0000-7000-8000-000000000000',
  pricerId: 'equity_vanilla_bs',
  pricerVersion: 1,
  pricerFingerprint: `fp:v1:blake3:${'0'.repeat(64)}`,
  capabilityStatus: 'ga-validated',
  marketDataAsOf: '2026-01-05',
  runtime: 'node/20.20.0 v8/11.3.244.8-node.30 x64',
  warnings: [],
  pricerSources: 'a'.repeat(64),
};
