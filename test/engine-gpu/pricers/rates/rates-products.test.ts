import type { EngineCase } from '#test/reference/engine-requests';
import { table } from '#test/reference/table';
import { requireCases } from '#test/support/price';

for (const name of ['rates_products', 'rate_volatilities', 'dated_bermudan'])
  table<EngineCase['request'], Readonly<Record<string, number>>>(name, ({ inputs, expected, tolerance }) =>
    requireCases([{ label: inputs.pricerId, request: inputs, expected: expected as EngineCase['expected'] }], tolerance),
  );
