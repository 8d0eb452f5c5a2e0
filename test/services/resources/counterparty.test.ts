import { expect } from 'chai';
import fc from 'fast-check';
import { isCountry, isLei } from '#services/resources/counterparty';

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

describe('a legal entity identifier', () => {
  /** Published by the Global LEI Foundation (search.gleif.org): its own, and those of two banks and of Apple. */
  const PUBLISHED = ['506700GE1G29325QX363', '7LTWFZYICNSX8D621K86', '8I5DZWZKVSZI1NUHU748', 'HWUPKR0MPOU8FGXBT394'];

  it('is accepted as published', () => {
    for (const lei of PUBLISHED) expect(isLei(lei), lei).to.equal(true);
  });

  /** A letter stands for two digits, so that a letter in the place of a digit moves those before it: only errors of one kind are always found. */
  const ofOneKind = (one: string, two: string): boolean => /\d/.test(one) === /\d/.test(two);

  it('is refused with any one digit or letter changed to another', () => {
    for (const lei of PUBLISHED)
      for (let place = 0; place < lei.length; place++)
        for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
          if (character !== lei[place] && ofOneKind(character, lei[place]!))
            expect(isLei(lei.slice(0, place) + character + lei.slice(place + 1)), `${lei} at ${place}`).to.equal(false);
  });

  it('is refused with any two neighbouring digits or letters exchanged', () => {
    for (const lei of PUBLISHED)
      for (let place = 0; place < lei.length - 1; place++) {
        const [one, two] = [lei[place], lei[place + 1]];
        if (one !== two && ofOneKind(one!, two!))
          expect(isLei(lei.slice(0, place) + two + one + lei.slice(place + 2)), `${lei} at ${place}`).to.equal(false);
      }
  });

  it('has exactly one pair of check digits from 02 to 98 for any 18 characters', () => {
    const characters = fc.stringMatching(/^[0-9A-Z]{18}$/);
    fc.assert(
      fc.property(characters, (base) => {
        const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0')).filter((pair) => isLei(base + pair));
        return pairs.filter((pair) => pair >= '02' && pair <= '98').length === 1;
      }),
      { numRuns: 50 },
    );
  });

  it('is refused in another form', () => {
    for (const other of [
      '',
      '506700ge1g29325qx363',
      '506700GE1G29325QX36',
      '506700GE1G29325QX3633',
      ' 06700GE1G29325QX363',
      '506700GE1G29325QX36A',
    ])
      expect(isLei(other), other).to.equal(false);
  });
});
