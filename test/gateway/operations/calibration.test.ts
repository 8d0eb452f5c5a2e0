import { expect } from 'chai';
import { closeTo, rowsOf } from '#test/reference/table';
import { type Answer, post } from '#test/support/http';
import { service } from '#test/support/shared-service';

/** The pointers of the faults that a response lists. */
const pointers = ({ body }: Answer): string[] => body.error.details.map(({ pointer }: { pointer: string }) => pointer);

describe('POST /api/v1/calibrate', () => {
  describe('/sabr', () => {
    const rows = rowsOf<Record<string, never>, Record<string, number>>('sabr_calibration');
    const request = ({ forward, time, beta, strikes, implied_vols }: Record<string, unknown>) => ({
      forward,
      expiry: time,
      beta,
      strikes,
      volatilities: implied_vols,
    });
    const calibrate = (body: unknown) => post(service, '/api/v1/calibrate/sabr', body);

    it('gives the parameters of the reference table', async () => {
      for (const { id, inputs, expected, tolerance } of rows.filter(({ expected }) => 'alpha' in expected)) {
        const { status, body } = await calibrate(request(inputs));
        expect(status, id).to.equal(200);
        expect(body.success).to.be.true;
        for (const name of ['alpha', 'rho', 'nu']) closeTo(body.data[name], expected[name]!, tolerance, `${id} ${name}`);
      }
    });

    it('reports the fit, quote by quote', async () => {
      const { body } = await calibrate(request(rows[1]!.inputs));
      expect(body.data).to.have.all.keys(
        ...['alpha', 'beta', 'rho', 'nu', 'rmse', 'maxError', 'iterations', 'converged', 'stopReason', 'fitted'],
      );
      expect(body.data.beta).to.equal(1);
      expect(body.data.converged).to.be.true;
      expect(body.data.fitted).to.have.length(8);
      expect(body.data.fitted[0]).to.have.all.keys('strike', 'marketVolatility', 'modelVolatility');
      expect(body.meta.manifest).to.include({ pricerId: 'smile_sabr_fit', capabilityStatus: 'ga-validated' });
      expect(body.meta.manifest).not.to.have.property('warnings');
    });

    it('refuses lists of different lengths, and a smile with too few strikes for three parameters', async () => {
      const good = request(rows[1]!.inputs) as { strikes: number[]; volatilities: number[] };
      const uneven = await calibrate({ ...good, volatilities: good.volatilities.slice(1), weights: [1] });
      expect(uneven.status).to.equal(400);
      expect(pointers(uneven)).to.include.members(['/volatilities', '/weights']);
      const same = await calibrate({ ...good, strikes: [1, 1, 2], volatilities: [0.2, 0.2, 0.2] });
      expect(pointers(same)).to.deep.equal(['/strikes']);
      expect(same.body.error.message).to.include('3 different strikes');
      expect(pointers(await calibrate({ ...good, beta: 1.5, spread: 0.01 }))).to.have.members(['/beta', '/spread']);
    });
  });

  describe('/heston', () => {
    const calibrate = (body: unknown) => post(service, '/api/v1/calibrate/heston', body);
    interface Surface {
      spot: number;
      dividend: number;
      quotes: { strike: number; time: number; rate: number; implied_vol: number }[];
    }
    const { inputs, expected, tolerance } = rowsOf<Surface, Record<string, number>>('heston_calibration').find(
      ({ id }) => id === 'hestoncal_dax_sub_strikes',
    )!;
    const rates = new Map(inputs.quotes.map(({ time, rate }) => [time, rate]));
    const curve = [...rates].toSorted(([a], [b]) => a - b);
    const request = {
      spot: inputs.spot,
      dividend: inputs.dividend,
      curve: { times: curve.map(([time]) => time), zeroRates: curve.map(([, rate]) => rate) },
      quotes: inputs.quotes.map(({ strike, time, implied_vol }) => ({ strike, time, impliedVolatility: implied_vol })),
    };

    it('fits the volatilities of the reference table as well as its source does', async () => {
      const { status, body } = await calibrate(request);
      expect(status).to.equal(200);
      expect(body.data).to.include.all.keys('v0', 'kappa', 'theta', 'sigma', 'rho', 'fellerSatisfied', 'rmse', 'maxError', 'stopReason');
      expect(body.data.rmse ** 2 * inputs.quotes.length * 1e4).to.be.at.most(expected.sse_vol_points_squared! * (1 + (tolerance.rel ?? 0)));
      expect(body.data.fitted[0]).to.have.all.keys('strike', 'time', 'marketVolatility', 'modelVolatility');
    });

    it('gives the same result for the same request', async () => {
      expect((await calibrate(request)).body.data).to.deep.equal((await calibrate(request)).body.data);
    });

    it('reports a quote that the fit cannot use by its pointer', async () => {
      const worthless = { strike: 100 * inputs.spot, time: 0.1, impliedVolatility: 0.2 };
      const answer = await calibrate({ ...request, quotes: [worthless, ...request.quotes] });
      expect(answer.status).to.equal(400);
      expect(pointers(answer)).to.deep.equal(['/quotes/0']);
    });
  });

  describe('/curve', () => {
    const calibrate = (body: unknown) => post(service, '/api/v1/calibrate/curve', body);
    const request = {
      valuationDate: '2026-01-05',
      instruments: [
        { type: 'deposit', maturity: 0.5, rate: 0.03 },
        { type: 'deposit', maturity: 1, rate: 0.031 },
        ...[0.033, 0.035, 0.036, 0.037].map((rate, i) => ({ type: 'swap', maturity: i + 2, rate })),
      ],
    };

    it('gives the curve of the reference table', async () => {
      const { expected, tolerance } = rowsOf<unknown, { discount_factors: number[] }>('curve_bootstrap').find(
        ({ id }) => id === 'curve_swaps_annual_1_5',
      )!;
      const { status, body } = await calibrate(request);
      expect(status).to.equal(200);
      expect(body.data.nodes).to.have.length(6);
      expect(body.data.nodes[0]).to.have.all.keys('date', 'time', 'discountFactor', 'zeroRate', 'forwardRate');
      for (const [i, { discountFactor }] of body.data.nodes.entries()) closeTo(discountFactor, expected.discount_factors[i]!, tolerance);
      expect(body.data.residuals[5].instrument).to.equal('swap 5');
    });

    it('answers 500 with its own code where an instrument cannot be fitted, and names the instrument', async () => {
      const { status, body } = await calibrate({
        ...request,
        instruments: [...request.instruments, { type: 'swap', maturity: 6, rate: 5 }],
      });
      expect(status).to.equal(500);
      expect(body.error.code).to.equal('SVC-CALC-002');
      expect(body.error.message).to.include('swap 6 cannot be fitted');
    });

    it('refuses an invalid instrument by its pointer', async () => {
      const wrong = await calibrate({ ...request, instruments: [{ type: 'swap', maturity: 2, rate: 'x', fixedFreq: 1 }] });
      expect(wrong.status).to.equal(400);
      expect(pointers(wrong)).to.have.members(['/instruments/0/rate', '/instruments/0/fixedFreq']);
      const dates = { dates: ['2020-01-01', '2027-01-01'], discountFactors: [0.9, 0.8] };
      expect(pointers(await calibrate({ ...request, discountCurve: dates }))).to.deep.equal(['/discountCurve/dates/0']);
    });
  });
});
