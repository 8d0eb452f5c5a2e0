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

const tables = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== 'golden.json')
  .map((file) => file.replace(/\.json$/, ''));
const sourceOf = ({ source }: Row<unknown, unknown>): string => source;

describe('the sources of the reference tables', () => {
  it('name generators that exist, for every row that names one', () => {
    const named = new Set(
      tables.flatMap((table) => rowsOf(table).flatMap((row) => [...sourceOf(row).matchAll(GENERATOR)].map(([, file]) => file))),
    );
    expect(named).to.include.keys('closed_forms.py', 'rates.py');
    expect([...named].filter((file) => !existsSync(path.join(FOLDER, 'generate', file!)))).to.deep.equal([]);
  });

  it('are a generator or a citation', () => {
    const unsourced = tables.flatMap((table) =>
      rowsOf(table).filter((row) => !/generate\/\w+\.py/.test(sourceOf(row)) && !CITATION.test(sourceOf(row))),
    );
    expect(unsourced.map(({ id }) => id)).to.deep.equal([]);
  });

  it('are not from memory', () => {
    expect(tables.filter((table) => rowsOf(table).some((row) => /recalled/.test(sourceOf(row))))).to.deep.equal([]);
  });
});
