/** Calibrations of the desk over HTTP, which store nothing. */
import { expect } from 'chai';
import { calibrations } from '#gateway/desk/calibrations';
import { expectFault, expectSuccess } from '#test/support/envelope';
import { type Body, post } from '#test/support/http';
import { service } from '#test/support/shared-service';

const CREDIT_CURVE = '/desk/v1/calibrate/credit-curve';
const SURFACE = '/desk/v1/calibrate/surface';
const [creditCurve = {}, surface = {}] = calibrations.map(({ example }) => example);

describe('a calibration of the desk', () => {
  it('finds the intensities of spreads with a manifest, and has none for intensities that are stated', async () => {
    const answer = await post(service, CREDIT_CURVE, creditCurve);
    const { nodes, residuals } = expectSuccess(answer);
    // The credit triangle: spread ≈ (1 − R)·λ.
    expect(nodes[0].hazardRate).to.be.closeTo(0.006 / 0.6, 2e-4);
    for (const { error } of residuals) expect(Math.abs(error)).to.be.below(1e-12);
    expect(answer.body.meta.manifest).to.include({ pricerId: 'credit_curve_bootstrap', marketDataAsOf: '2026-03-02' });
    const stated = await post(service, CREDIT_CURVE, { valuationDate: '2026-03-02', recoveryRate: 0.4, hazardRate: 0.02 });
    expect(expectSuccess(stated).nodes).to.deep.equal([{ time: 1, hazardRate: 0.02, survivalProbability: Math.exp(-0.02) }]);
    expect(stated.body).not.to.have.property('meta');
  });

  it('fits a surface to quotes on a rate or a curve, and says where it allows arbitrage', async () => {
    const answer = await post(service, SURFACE, surface);
    const { slices, ssvi, arbitrage: points } = expectSuccess(answer);
    expect(answer.body.meta.manifest).to.include({ pricerId: 'surface_ssvi_fit', marketDataAsOf: '2026-03-02' });
    expect(points).to.deep.equal({ calendar: [], butterfly: [] });
    expect(ssvi.thetas).to.have.length(2);
    for (const { fit } of slices) expect(fit.maxError).to.be.below(0.005);
    const { rate: _, ...rest } = surface as Record<string, unknown>;
    const onCurve = await post(service, SURFACE, { ...rest, curve: { times: [1, 2], zeroRates: [0.03, 0.03] } });
    expect(expectSuccess(onCurve).ssvi.rho).to.be.closeTo(ssvi.rho, 1e-9);
    // Total variance falls from one expiry to the next: the second smile is kept above the first, and misses its quotes by more.
    const low = [0.14, 0.13, 0.12, 0.11, 0.1];
    const falling = { ...surface, fit: 'svi', volatilities: [[0.28, 0.26, 0.24, 0.22, 0.2], low] };
    const { slices: smiles, arbitrage } = expectSuccess(await post(service, SURFACE, falling));
    expect(smiles.map(({ fit }: Body) => fit.constrained)).to.deep.equal([false, true]);
    expect(smiles[1].fit.maxError).to.be.above(0.01);
    expect(arbitrage.calendar).to.deep.equal([]);
  });

  it('names the field of a bad request', async () => {
    const { rate: _, ...rest } = surface as Record<string, unknown>;
    expectFault(await post(service, SURFACE, rest), '');
    expectFault(await post(service, SURFACE, { ...rest, curve: { times: [1, 2], zeroRates: [0.03] } }), '/curve/zeroRates', /2; got 1/);
    expectFault(await post(service, SURFACE, { ...surface, fit: undefined }), '/fit');
    expectFault(await post(service, CREDIT_CURVE, { ...creditCurve, recoveryRate: 1 }), '/spreads');
  });
});
