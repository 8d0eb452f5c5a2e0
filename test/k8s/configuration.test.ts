import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { z } from 'zod';
import { processes } from '#services/runtime/processes';
import { packageRoot } from '#services/runtime/version';

const page = readFileSync(path.join(packageRoot, 'k8s/CONFIGURATION.md'), 'utf8');

/** The variables of all processes with their schemas. One name may stand in several processes with defaults of their own. */
const variables = new Map<string, z.ZodType[]>();
for (const { config } of Object.values(processes))
  for (const [name, schema] of Object.entries(config as z.ZodRawShape))
    variables.set(name, [...(variables.get(name) ?? []), schema as z.ZodType]);

/** An entry begins with names, each with its default in brackets or with those of the next: `A`, `B` (unset): … */
const NAMES = /^- ((?:`[A-Z][A-Z0-9_]+`(?: \([^)]*\))?,?\s+)*`[A-Z][A-Z0-9_]+`(?: \([^)]*\))?)/gm;

/** @returns name → the text in brackets after it or after the names that follow it */
function documented(): Map<string, string | undefined> {
  const entries = new Map<string, string | undefined>();
  for (const [, names = ''] of page.matchAll(NAMES)) {
    let bracket: string | undefined;
    for (const [, name = '', rest = ''] of [...names.matchAll(/`([A-Z][A-Z0-9_]+)`([^`]*)/g)].reverse()) {
      bracket = /\(([^)]*)\)/.exec(rest)?.[1] ?? bracket;
      entries.set(name, bracket);
    }
  }
  return entries;
}

describe('the page of configuration', () => {
  it('has every variable that a process reads, and no other', () => {
    expect([...documented().keys()]).to.have.members([...variables.keys()]);
  });

  it('names the default of each variable whose default is one value', () => {
    let compared = 0;
    for (const [name, text = ''] of documented()) {
      const schemas = variables.get(name) ?? [];
      const defaults = new Set(schemas.map((schema) => schema.safeParse(undefined).data));
      // Ports of each service, processors of the machine and the secret of an installation are described in words.
      if (defaults.size > 1 || /\s/.test(text) || name === 'SVC_SERVICE_SECRET') continue;
      const [value] = defaults;
      expect(value === undefined ? 'unset' : typeof value === 'string' ? text : JSON.parse(text), name).to.equal(value ?? 'unset');
      compared++;
    }
    expect(compared).to.be.greaterThan(30);
  });
});
