import { expect } from 'chai';
import { closeTo, rowsOf } from '#test/reference/table';
import { type Answer, post } from '#test/support/http';
import { type RunningService, sharedService } from '#test/support/service';

/** Pointers of the faults that an answer lists. */
const pointers = ({ body }: Answer): string[] => body.error.details.map(({ pointer }: { pointer: string }) => pointer);

describe('POST /api/v1/calibrate', () => {
  let service: RunningService;
  before(async () => {
    service = await sharedService();
  });

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
      expect(body).not.to.have.property('meta');
    });

    it('refuses lists that do not match and a smile too poor for three parameters', async () => {
      const good = request(rows[1]!.inputs) as { strikes: number[]; volatilities: number[] };
      const uneven = await calibrate({ ...good, volatilities: good.volatilities.slice(1), weights: [1] });
      expect(uneven.status).to.equal(400);
      expect(pointers(uneven)).to.include.members(['/volatilities', '/weights']);
      const same = await calibrate({ ...good, strikes: [1, 1, 2], volatilities: [0.2, 0.2, 0.2] });
      expect(pointers(same)).to.deep.equal(['/strikes']);
      expect(same.body.error.message).to.include('3 different strikes');
      expect(pointers(await calibrate({ ...good, beta: 1.5, shift: 0.01 }))).to.have.members(['/beta', '/shift']);
    });
  });
});
