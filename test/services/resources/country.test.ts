import { expect } from 'chai';
import { isCountry } from '#services/resources/country';

describe('a country code', () => {
  /** Node's own list of regions has every ISO 3166-1 code, and besides them groups, former codes and codes of other registries. */
  const named = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = LETTERS.flatMap((one) => LETTERS.map((two) => one + two)).filter(isCountry);

  it('is one of the 249 of ISO 3166-1, each of which Unicode has a name for', () => {
    expect(all).to.have.length(249);
    for (const code of all) expect(named.of(code), code).to.be.a('string');
  });

  it('is a country in use today: no reserved code, group or former country', () => {
    for (const other of ['UK', 'EU', 'EZ', 'UN', 'XK', 'AN', 'CS', 'SU', 'YU', 'ZR', 'AC', 'DG', 'IC', 'TA', 'XX', 'ZZ', 'de', 'DEU', ''])
      expect(isCountry(other), other).to.equal(false);
  });
});
