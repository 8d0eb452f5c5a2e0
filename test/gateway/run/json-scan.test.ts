import { expect } from 'chai';
import fc from 'fast-check';
import { structuralFault } from '#gateway/run/validate';

const MIB = 2 ** 20;
/** Bytes of the largest body. */
const LARGEST = 32 * MIB;
/** Milliseconds for the largest body on a busy machine: parsing what the scan refuses would take seconds and gigabytes. */
const MAX_SCAN_MS = 2_000;

const faultOf = (text: string) => structuralFault(Buffer.from(text))?.reason;

describe('the structural scan of a JSON text', () => {
  it('finds no fault in any JSON text of usual size', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 20 }), (text) => faultOf(text) === undefined));
    // Quotes, backslashes and brackets inside texts are no structure.
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', 'é', '\n') }),
        (text) => faultOf(JSON.stringify([text])) === undefined,
      ),
    );
  });

  it('counts levels as a parser does', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
      expect(faultOf(nested(64))).to.equal(undefined);
      expect(faultOf(nested(65))).to.equal('must nest at most 64 levels deep');
    }
    expect(faultOf(`[${'[],{},'.repeat(1000)}"[[["]`)).to.equal(undefined);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 90 }), fc.integer({ min: 60, max: 70 }), (value, levels) => {
        const text = '['.repeat(levels) + JSON.stringify(value) + ']'.repeat(levels);
        const depth = (part: unknown): number =>
          typeof part === 'object' && part !== null ? 1 + Math.max(0, ...Object.values(part).map(depth)) : 0;
        return (faultOf(text) !== undefined) === levels + depth(value) > 64;
      }),
    );
  });

  it('counts the fields of each object, and all values', () => {
    const fields = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join(',')}}`;
    expect(faultOf(`[${fields(20_000)},${fields(20_000)}]`)).to.equal(undefined);
    expect(faultOf(fields(20_001))).to.equal('must have at most 20000 fields in one object');
    expect(faultOf(`[${'1,'.repeat(3_999_998)}1]`)).to.equal(undefined);
    expect(faultOf(`[${'1,'.repeat(3_999_999)}1]`)).to.equal('must have at most 4000000 values');
  });

  it('finds a field that stands twice in one object, however its name is written and however many others there are', () => {
    const pointerIn = (text: string) => structuralFault(Buffer.from(text))?.pointer;
    expect(faultOf('{"spot":100,"strike":90,"spot":90}')).to.equal('must stand once in its object; it stands twice');
    expect(pointerIn('{"spot":100,"strike":90,"spot":90}')).to.equal('/spot');
    expect(pointerIn('{"s":[",",{"b":{}},[[1],{"a/b":"}","c":{"d":1},"a/b":2}]]}')).to.equal('/s/2/1/a~1b');
    expect(pointerIn('[{"a":1},{"a":{"a":[{"b":1},{"a":1}],"c":2},"a":3}]')).to.equal('/1/a');
    expect(pointerIn('{"sp\\u006ft":1,"spot":2}')).to.equal('/spot');
    expect(pointerIn('{"":1,"":2}')).to.equal('/');
    expect(faultOf('{"a":{"b":1,"c":"a"},"b":["a","a","b"],"c":{"a":1,"b":2}}')).to.equal(undefined);
    // Texts with the same hash.
    expect(faultOf('{"Aa":1,"BB":2}')).to.equal(undefined);
    const many = Array.from({ length: 5_000 }, (_, index) => `"name ${index}":{"x":1}`);
    expect(faultOf(`{${many.join(',')}}`)).to.equal(undefined);
    expect(pointerIn(`{${many.join(',')},"name 17":0}`)).to.equal('/name 17');
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 4 }), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        (names, index) => {
          const fields = names.map((name) => `${JSON.stringify(name)}:[{}]`);
          const once = `{${fields.join(',')}}`;
          return faultOf(once) === undefined && faultOf(`{${fields.join(',')},${fields[index % fields.length]}}`) !== undefined;
        },
      ),
    );
  });

  it('costs no more than its bytes, whatever the text', () => {
    const filled = (unit: string, start = '[') => Buffer.from(start + unit.repeat(Math.floor(LARGEST / unit.length)));
    for (const text of [
      filled('['),
      filled('{},'),
      filled('{"a":'),
      filled('"",'),
      filled('\\"', '["'),
      filled('\\', '["'),
      filled(' '),
      filled('"'),
      filled('é'),
      filled('1,'),
    ]) {
      const usageBefore = process.cpuUsage();
      structuralFault(text);
      // Processor time: other programs may use the machine.
      const { user, system } = process.cpuUsage(usageBefore);
      expect((user + system) / 1000, text.toString('utf8', 0, 9)).to.be.below(MAX_SCAN_MS);
    }
  });
});
