/**
 * The market of a product as a snapshot has it: of each asset the quote of its name, the latest surface of its name and, where there is
 * none, the quote of its volatility (`ACME.VOL`); the latest discount curve of the currency in which the assets are quoted; and a
 * correlation matrix that has every asset.
 *
 * A European option takes the volatility of the surface at its strike and expiry, an American one and any other contract local volatility on the
 * surface.
 */

import type { ContractSpec } from '#engine/schemas';
import { type Correlation, correlations } from '#services/resources/correlation';
import { curves } from '#services/resources/curve';
import { type Surface, surfaces } from '#services/resources/surface';
import { contractOf, type TypedTerms, underlyingsOfTerms } from '#services/resources/terms';
import { defined } from '#services/runtime/defined';
import { httpFailure, invalidRequest } from '../contract/errors.js';
import type { SnapshotData, StoredData } from '../contract/stored-data.js';
import { notedAt, ROOT } from './names.js';
import { SNAPSHOT } from './resolve.js';

/**
 * @returns the market as the operation of the type takes it, with names in place of values and the snapshot in which they are looked up
 * @throws HttpFailure SVC-RES-001 that names what the snapshot lacks, SVC-REQ-001 for terms that name no asset
 */
export async function marketInSnapshot(
  typed: TypedTerms,
  snapshotId: string,
  stored: StoredData,
): Promise<Readonly<Record<string, unknown>>> {
  const within = await notedAt(ROOT, SNAPSHOT, stored.within(snapshotId));
  const names = underlyingsOfTerms(typed);
  if (names.length === 0)
    throw invalidRequest(
      `/${SNAPSHOT}`,
      `cannot stand for the market of a ${typed.type} that names no asset: state market, which may name the snapshot`,
    );
  return notedAt(ROOT, SNAPSHOT, composed(typed, names, snapshotId, within));
}

async function composed(typed: TypedTerms, names: readonly string[], snapshotId: string, within: SnapshotData) {
  const contract = contractOf(typed);
  const european = contract === undefined ? typed.type !== 'american' : EUROPEAN.includes(contract.type);
  const assets = await Promise.all(names.map(async (name) => ({ name, ...(await assetIn(name, european, within)) })));
  const { currency, market } = defined(assets[0], 'an asset');
  const curveId = await within.latestId(curves, `curve/${currency}`, { currency, kind: 'discount' });
  const dated = { [SNAPSHOT]: snapshotId, ...(contract !== undefined && { valuationDate: within.day }) };
  const discounting = contract === undefined ? { rate: { curveId } } : { curve: { curveId } };
  if (assets.length === 1) return { ...dated, ...discounting, ...market };
  const correlationId = await within.latestId(correlations, `correlation matrix of ${names.join(', ')}`, (fields) =>
    names.every((name) => (fields.assets as Correlation['assets']).includes(name)),
  );
  return {
    ...dated,
    ...discounting,
    assets: Object.fromEntries(assets.map(({ name, market }) => [name, market])),
    correlations: { correlationId },
  };
}

/** Contracts that pay at one strike and expiry. */
const EUROPEAN: readonly ContractSpec['type'][] = ['vanilla_call', 'vanilla_put'];

async function assetIn(name: string, european: boolean, within: SnapshotData) {
  const { currency } = (await within.quote(name)).fields;
  if (currency === undefined)
    throw invalidRequest(`/${SNAPSHOT}`, `must have the quote of ${name} with a currency, by which the curve is found`);
  const surfaceId = await within.latestId(surfaces, `surface/${name}`, { underlying: name }).catch((error: unknown) => {
    if (httpFailure(error).code === 'SVC-RES-001') return undefined;
    throw error;
  });
  const spot = { symbol: name };
  if (surfaceId === undefined) return { currency, market: { spot, volatility: { symbol: `${name}.VOL` } } };
  const { fields } = await within.document<Surface>(surfaces, surfaceId, 'surface', ({ valuationDate }) => valuationDate);
  const { dividend } = fields;
  const volatility = european ? { volatility: { surfaceId } } : { model: { type: 'local_vol', surfaceId } };
  return { currency, market: { spot, dividend, ...volatility } };
}
