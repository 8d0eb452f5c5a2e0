import { expect } from 'chai';
import { addBusinessDays, isBusinessDay, modifiedFollowing } from '#engine-gpu/time/calendar';
import { addMonths, civilOf, dayOfCivil } from '#engine-gpu/time/civil';
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';
import { accrual } from '#engine-gpu/time/day-count';
import { addTenor, tenorYears } from '#engine-gpu/time/tenor';

const moved = (date: string, move: (day: number) => number): string => dateOfDay(move(dayNumber(date)));

describe('a calendar date', () => {
  it('is recovered from its day number, on every day from 1895 to 2105', () => {
    for (let day = dayNumber('1895-01-01'); day <= dayNumber('2105-01-01'); day++) {
      const { year, month, day: dayOfMonth } = civilOf(day);
      const date = `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
      if (date !== dateOfDay(day) || dayOfCivil({ year, month, day: dayOfMonth }) !== day) expect.fail(`day ${day} is ${date}`);
    }
  });

  it('moved by months is the same day of the month or its last', () => {
    expect(moved('2024-01-31', (day) => addMonths(day, 1))).to.equal('2024-02-29');
    expect(moved('2023-01-31', (day) => addMonths(day, 1))).to.equal('2023-02-28');
    expect(moved('2024-03-31', (day) => addMonths(day, -13))).to.equal('2023-02-28');
    expect(moved('2024-11-30', (day) => addMonths(day, 3))).to.equal('2025-02-28');
    expect(moved('2024-02-29', (day) => addMonths(day, 12))).to.equal('2025-02-28');
  });

  it('moves by days, weeks, months and years', () => {
    expect(moved('2026-01-31', (day) => addTenor(day, '2D'))).to.equal('2026-02-02');
    expect(moved('2026-01-31', (day) => addTenor(day, '1W'))).to.equal('2026-02-07');
    expect(moved('2026-01-31', (day) => addTenor(day, '3M'))).to.equal('2026-04-30');
    expect(moved('2026-01-31', (day) => addTenor(day, '10Y'))).to.equal('2036-01-31');
    expect(['73D', '3M', '10Y'].map(tenorYears)).to.deep.equal([0.2, 0.25, 10]);
  });
});

describe('the TARGET calendar', () => {
  it('has the closing days that the European Central Bank published', () => {
    const closed = ['2002-03-29', '2002-04-01', '2008-03-21', '2008-03-24', '2016-03-25', '2016-03-28', '2024-03-29', '2024-04-01'];
    closed.push('2016-01-01', '2018-05-01', '2018-12-25', '2018-12-26', '1999-12-31', '2001-12-31', '2016-09-17', '2016-09-18');
    for (const date of closed) expect(isBusinessDay('TARGET', dayNumber(date)), date).to.be.false;
    const open = ['2016-09-16', '2016-09-19', '1999-12-30', '2002-12-31', '2018-04-30', '2018-12-24', '2018-12-27'];
    for (const date of open) expect(isBusinessDay('TARGET', dayNumber(date)), date).to.be.true;
  });

  it('moves to the next business day unless that is in another month', () => {
    const adjust = (date: string) => moved(date, (day) => modifiedFollowing('TARGET', day));
    expect(adjust('2020-09-19')).to.equal('2020-09-21');
    expect(adjust('2020-10-31')).to.equal('2020-10-30');
    expect(adjust('2018-03-30')).to.equal('2018-03-29');
  });

  it('counts business days over weekends and Easter', () => {
    const settle = (date: string, days: number) => moved(date, (day) => addBusinessDays('TARGET', day, days));
    expect(settle('2016-09-15', 2)).to.equal('2016-09-19');
    expect(settle('2018-03-29', 1)).to.equal('2018-04-03');
    expect(settle('2016-09-17', 0)).to.equal('2016-09-19');
  });
});

describe('a day count', () => {
  const count = (convention: Parameters<typeof accrual>[0], from: string, to: string) =>
    accrual(convention, dayNumber(from), dayNumber(to));

  it('divides the actual days by 360 or 365', () => {
    expect(count('ACT/360', '2026-01-01', '2026-07-01')).to.equal(181 / 360);
    expect(count('ACT/365F', '2026-01-01', '2026-07-01')).to.equal(181 / 365);
  });

  it('counts months of 30 days by the bond basis', () => {
    // ISDA 2006, 4.16 (f): the 31st counts as the 30th; at the end of the period only if the start is a 30th or 31st.
    expect(count('30/360', '2007-01-15', '2007-07-15')).to.equal(0.5);
    expect(count('30/360', '2007-08-31', '2008-02-28')).to.equal(178 / 360);
    expect(count('30/360', '2007-09-30', '2008-03-31')).to.equal(0.5);
    expect(count('30/360', '2007-09-29', '2008-03-31')).to.equal(182 / 360);
  });
});
