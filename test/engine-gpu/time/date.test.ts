import { expect } from 'chai';
import fc from 'fast-check';
import { act365f, dateOfDay, dayNumber } from '#engine-gpu/time/date';

describe('calendar dates', () => {
  it('count days from 1970-01-01, leap days included', () => {
    expect(dayNumber('1970-01-01')).to.equal(0);
    expect(dayNumber('2000-03-01') - dayNumber('2000-02-28')).to.equal(2);
    expect(dayNumber('2100-03-01') - dayNumber('2100-02-28')).to.equal(1);
  });

  it('are recovered from their day number', () => {
    const [first, last] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')];
    fc.assert(fc.property(fc.integer({ min: first, max: last }), (day) => dayNumber(dateOfDay(day)) === day));
  });

  it('are days/365 apart by Actual/365 (Fixed), so that a leap year is longer than 1', () => {
    expect(act365f('2026-01-05', '2027-01-05')).to.equal(1);
    expect(act365f('2028-01-01', '2029-01-01')).to.equal(366 / 365);
    expect(act365f('2027-01-05', '2026-01-05')).to.equal(-1);
  });
});
