import { expect } from 'chai';
import { Slots } from '#services/rpc/slots';

/** Largest number of slots that can be held at once. */
const CAPACITY = 2 ** 15;

describe('slots', () => {
  it('give each value back once, under its own number', () => {
    const slots = new Slots<string>();
    const [one, other] = [slots.add('one'), slots.add('other')];
    expect(slots.take(other)).to.equal('other');
    expect(slots.take(other)).to.equal(undefined);
    expect(slots.size).to.equal(1);
    expect(slots.values()).to.deep.equal(['one']);
    expect(slots.take(one)).to.equal('one');
    expect(slots.size).to.equal(0);
  });

  it('do not give a number again while the value that had it may still be asked for', () => {
    const slots = new Slots<number>();
    const slot = slots.add(-1);
    const slotsSeen = new Set([slot]);
    for (let turn = 0; turn < 3 * CAPACITY; turn++) {
      const id = slots.add(turn);
      expect(slotsSeen.has(id)).to.equal(false);
      slotsSeen.add(id);
      // A number that differs by a round of the slots is another one.
      expect(slots.take(id + CAPACITY)).to.equal(undefined);
      expect(slots.take(id)).to.equal(turn);
    }
    expect(slots.take(slot)).to.equal(-1);
  });

  it('hold a limited number of values, and are empty once all are taken', () => {
    const slots = new Slots<number>();
    for (let index = 0; index < CAPACITY; index++) slots.add(index);
    expect(() => slots.add(CAPACITY)).to.throw(`more than ${CAPACITY} values are held`);
    expect(slots.takeAll()).to.have.length(CAPACITY);
    expect(slots.size).to.equal(0);
    expect(slots.values()).to.deep.equal([]);
    slots.add(1);
    expect(slots.size).to.equal(1);
  });
});
