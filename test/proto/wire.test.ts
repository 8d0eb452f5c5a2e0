import { expect } from 'chai';
import { committedWireLines, wireLines } from '#proto/wire';

describe('what crosses the wire', () => {
  const committed = committedWireLines();
  const current = wireLines();

  it('has each field with its number and type, and each method, that an earlier version had', () => {
    expect(committed.length).to.be.greaterThan(100);
    // A line goes on purpose when no version that uses it runs any more: delete it from proto/wire.txt and reserve its number.
    expect(committed.filter((line) => !current.includes(line))).to.deep.equal([]);
  });

  it('is recorded (npm run proto)', () => {
    expect(current.filter((line) => !committed.includes(line))).to.deep.equal([]);
    expect(committed).to.deep.equal([...new Set(committed)].sort());
  });

  it('gives no number of a message to two fields', () => {
    const numbers = committed.filter((line) => /^\S+ \d+ /.test(line)).map((line) => line.split(' ', 2).join(' '));
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).to.deep.equal([]);
  });
});
