import type { EngineCase } from '#test/reference/engine-requests';
import { table } from '#test/reference/table';
import { requireCases } from '#test/support/price';

table<EngineCase['request'], Readonly<Record<string, number>>>('rates_products', ({ inputs, expected, tolerance }) =>
  requireCases([{ label: inputs.pricerId, request: inputs, expected: expected as EngineCase['expected'] }], tolerance),
);
