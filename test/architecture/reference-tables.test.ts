import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { type Row, rowsOf } from '#test/reference/table';

const FOLDER = path.join(packageRoot, 'test/reference');
const GENERATOR = /generate\/(\w+\.py)/g;
/** A publication by its year, the tests of QuantLib by their file, or numbers that arithmetic or the definition gives. */
const CITATION =
  /\((19|20)\d\d\)|Haug|Hull, Options|lballabio\/QuantLib test-suite|OpenSourceRisk|arithmetic|^exact|closed form$|hand-checkable|soft threshold/;

/** Tables of which the repository has neither a generator nor a citation for some rows, with their number: it may fall, not rise. */
const WITHOUT_SOURCE: Readonly<Record<string, number>> = { autocall: 6, cds: 3, exotics: 26, models: 12, rough_bergomi: 7, xva: 7 };

const tables = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'provenance.json')
  .map((file) => file.replace(/\.json$/, ''));
const sourceOf = ({ source }: Row<unknown, unknown>): string => source;

describe('the sources of the reference tables', () => {
  it('name generators that exist, for every row that names one', () => {
    const named = new Set(
      tables.flatMap((table) => rowsOf(table).flatMap((row) => [...sourceOf(row).matchAll(GENERATOR)].map(([, file]) => file))),
    );
    expect(named).to.include.keys('closed_forms.py', 'rates.py');
    expect([...named].filter((file) => !existsSync(path.join(FOLDER, 'generate', file)))).to.deep.equal([]);
  });

  it('are a generator or a citation, but for the rows listed here', () => {
    const without = tables.flatMap((table) => {
      const count = rowsOf(table).filter((row) => !/generate\/\w+\.py/.test(sourceOf(row)) && !CITATION.test(sourceOf(row))).length;
      return count > 0 ? [[table, count] as const] : [];
    });
    expect(Object.fromEntries(without)).to.deep.equal(WITHOUT_SOURCE);
  });

  it('are not from memory', () => {
    expect(tables.filter((table) => rowsOf(table).some((row) => /recalled/.test(sourceOf(row))))).to.deep.equal([]);
  });
});
