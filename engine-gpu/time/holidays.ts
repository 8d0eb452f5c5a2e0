/**
 * Holidays of the large financial centres, by rule, as day numbers (days since 1970-01-01). Weekends are no business days besides.
 *
 * The names are the business centre codes of FpML; TARGET is its EUTA. The rules are those of settlement between banks. They agree with
 * QuantLib 1.44 on every day of 2000 to 2060 but for one: Tokyo was open on 6 May 2003, since a holiday that falls on a Sunday beside other
 * holidays moves behind them only since 2007. Beyond 2060 the rules in force now go on. Closings decided for a single day are listed.
 *
 * Hong Kong is left out. Its lunar holidays are announced a year or two ahead, where schedules reach decades, and the public lists of the past differ:
 * of 2013 to 2026 QuantLib 1.44 lacks four days (13 May 2019, 6 April and 27 December 2021, 27 December 2022) that exchange_calendars 4.11 and
 * holidays 0.109 have, and the last has two more (3 October 2017 and 2023) that the others do not.
 *
 * @see FpML coding scheme business-center; test/reference/generate/conventions.py
 */
import { dayOfCivil } from './civil.js';

export const CENTRES = ['TARGET', 'GBLO', 'USNY', 'USGS', 'JPTO', 'CHZU', 'CATO', 'AUSY', 'BRSP'] as const;
export type Centre = (typeof CENTRES)[number];

const MONDAY = 0;
const WEDNESDAY = 2;
const THURSDAY = 3;
const FRIDAY = 4;
export const SATURDAY = 5;
const SUNDAY = 6;

/** Day of the week, 0 for Monday; 1970-01-01 was a Thursday. */
export const weekday = (day: number): number => (((day + 3) % 7) + 7) % 7;

const on = (year: number, month: number, day: number): number => dayOfCivil({ year, month, day });

/** The nth day of a month that is the given day of the week, n from 1. */
const nth = (n: number, dayOfWeek: number, year: number, month: number): number => {
  const first = on(year, month, 1);
  return first + ((dayOfWeek - weekday(first) + 7) % 7) + 7 * (n - 1);
};
/** The last Monday on or before a date. */
const mondayUpTo = (year: number, month: number, day: number): number => on(year, month, day) - weekday(on(year, month, day));

/** A holiday on a Sunday is kept on Monday. */
const sundayToMonday = (day: number): number => (weekday(day) === SUNDAY ? day + 1 : day);
/** A holiday at a weekend is kept on Monday. */
const weekendToMonday = (day: number): number => (weekday(day) === SATURDAY ? day + 2 : sundayToMonday(day));
/** A holiday on a Saturday is kept on Friday, one on a Sunday on Monday. */
const toNearestWeekday = (day: number): number => (weekday(day) === SATURDAY ? day - 1 : sundayToMonday(day));
/** Christmas and Boxing Day: one that falls at a weekend is kept two days later. */
const christmasAndBoxingDay = (year: number): number[] =>
  [25, 26].map((day) => on(year, 12, day)).map((day) => (weekday(day) >= SATURDAY ? day + 2 : day));

/**
 * Easter Sunday of the Gregorian calendar.
 *
 * @see Meeus (1991), Astronomical algorithms, chapter 8 (Butcher's rule)
 */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const count = h + l - 7 * m + 114;
  return on(year, Math.floor(count / 31), (count % 31) + 1);
}

/**
 * The Eurosystem's TARGET. In 1999 it was closed on New Year's Day and Christmas Day only, and in 1999 and 2001 on 31 December too.
 *
 * @see European Central Bank, TARGET closing days (announced for 2002 and after on 14 December 2000)
 */
function target(year: number): number[] {
  const closed = [on(year, 1, 1), on(year, 12, 25)];
  if (year === 1999 || year === 2001) closed.push(on(year, 12, 31));
  if (year < 2000) return closed;
  const easter = easterSunday(year);
  return [...closed, easter - 2, easter + 1, on(year, 5, 1), on(year, 12, 26)];
}

/** Holidays of London that were moved or decided for one year, as [month, day]. */
const LONDON_EARLY_MAY: Readonly<Record<number, readonly [number, number]>> = { 1995: [5, 8], 2020: [5, 8] };
const LONDON_LATE_MAY: Readonly<Record<number, readonly [number, number]>> = { 2002: [6, 4], 2012: [6, 4], 2022: [6, 2] };
const LONDON_ONCE: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  ...{ 1999: [[12, 31]], 2002: [[6, 3]], 2011: [[4, 29]], 2012: [[6, 5]] },
  2022: [
    [6, 3],
    [9, 19],
  ],
  2023: [[5, 8]],
};

/** England and Wales. */
function london(year: number): number[] {
  const easter = easterSunday(year);
  const [early, late] = [LONDON_EARLY_MAY[year], LONDON_LATE_MAY[year]];
  return [
    weekendToMonday(on(year, 1, 1)),
    easter - 2,
    easter + 1,
    early ? on(year, ...early) : nth(1, MONDAY, year, 5),
    late ? on(year, ...late) : mondayUpTo(year, 5, 31),
    mondayUpTo(year, 8, 31),
    ...christmasAndBoxingDay(year),
    ...(LONDON_ONCE[year] ?? []).map(([month, day]) => on(year, month, day)),
  ];
}

/** Holidays that the two calendars of the United States share. */
const unitedStates = (year: number): number[] => [
  nth(3, MONDAY, year, 1),
  nth(3, MONDAY, year, 2),
  mondayUpTo(year, 5, 31),
  ...(year >= 2022 ? [toNearestWeekday(on(year, 6, 19))] : []),
  toNearestWeekday(on(year, 7, 4)),
  nth(1, MONDAY, year, 9),
  nth(2, MONDAY, year, 10),
  nth(4, THURSDAY, year, 11),
  toNearestWeekday(on(year, 12, 25)),
];

/** Settlement between banks in New York. New Year's Day on a Saturday is kept on the last day of the year before. */
const newYork = (year: number): number[] => [
  ...unitedStates(year),
  sundayToMonday(on(year, 1, 1)),
  toNearestWeekday(on(year, 11, 11)),
  ...(weekday(on(year, 12, 31)) === FRIDAY ? [on(year, 12, 31)] : []),
];

/** Days on which the bond market was closed once: after storms and for funerals of presidents. */
const BONDS_ONCE: Readonly<Record<number, readonly [number, number]>> = { 2004: [6, 11], 2012: [10, 30], 2018: [12, 5] };

/** United States government bonds. The market opens on a Good Friday that is a first Friday, when employment figures are published. */
function governmentBonds(year: number): number[] {
  const goodFriday = easterSunday(year) - 2;
  const once = BONDS_ONCE[year];
  return [
    ...unitedStates(year),
    sundayToMonday(on(year, 1, 1)),
    sundayToMonday(on(year, 11, 11)),
    ...(goodFriday === nth(1, FRIDAY, year, 4) ? [] : [goodFriday]),
    ...(once ? [on(year, ...once)] : []),
  ];
}

/** Mean time of the spring and autumn equinoxes of 1980 in Japan, as days of March and September, and what a year adds to it. */
const SPRING_1980 = 20.8431;
const AUTUMN_1980 = 23.2488;
const EQUINOX_DRIFT = 0.242194;
/** Day of the month, from 1980 to 2099. */
const equinox = (in1980: number, year: number): number =>
  Math.floor(in1980 + EQUINOX_DRIFT * (year - 1980) - Math.floor((year - 1980) / 4));

/** Tokyo: the days that a law of the year itself moved. */
function movedInTokyo(year: number): Record<'marine' | 'mountain' | 'sports', number> {
  if (year === 2020) return { marine: on(year, 7, 23), mountain: on(year, 8, 10), sports: on(year, 7, 24) };
  if (year === 2021) return { marine: on(year, 7, 22), mountain: on(year, 8, 9), sports: on(year, 7, 23) };
  return {
    marine: year < 2003 ? sundayToMonday(on(year, 7, 20)) : nth(3, MONDAY, year, 7),
    mountain: year < 2016 ? on(year, 1, 1) : sundayToMonday(on(year, 8, 11)),
    sports: nth(2, MONDAY, year, 10),
  };
}

function tokyo(year: number): number[] {
  const { marine, mountain, sports } = movedInTokyo(year);
  const autumn = on(year, 9, equinox(AUTUMN_1980, year));
  const respect = year < 2003 ? sundayToMonday(on(year, 9, 15)) : nth(3, MONDAY, year, 9);
  const may6 = on(year, 5, 6);
  return [
    ...[1, 2, 3].map((day) => on(year, 1, day)),
    nth(2, MONDAY, year, 1),
    sundayToMonday(on(year, 2, 11)),
    ...(year >= 2020 ? [sundayToMonday(on(year, 2, 23))] : []),
    sundayToMonday(on(year, 3, equinox(SPRING_1980, year))),
    sundayToMonday(on(year, 4, 29)),
    ...[3, 4, 5].map((day) => on(year, 5, day)),
    // The three holidays before it: one that falls on a Sunday is kept behind them; before 2007 only the last of them was.
    ...(weekday(may6) === MONDAY || (year >= 2007 && weekday(may6) <= WEDNESDAY) ? [may6] : []),
    ...[marine, mountain, sports, respect],
    // A day between two holidays is one.
    ...(year >= 2003 && autumn === respect + 2 ? [respect + 1] : []),
    sundayToMonday(autumn),
    sundayToMonday(on(year, 11, 3)),
    sundayToMonday(on(year, 11, 23)),
    ...(year <= 2018 ? [sundayToMonday(on(year, 12, 23))] : []),
    on(year, 12, 31),
    // Accession and enthronement of the emperor.
    ...(year === 2019 ? [on(year, 4, 30), on(year, 5, 1), on(year, 5, 2), on(year, 10, 22)] : []),
  ];
}

/** Zurich: holidays at a weekend are not moved. */
function zurich(year: number): number[] {
  const easter = easterSunday(year);
  const fixed = [on(year, 1, 1), on(year, 1, 2), on(year, 5, 1), on(year, 8, 1), on(year, 12, 25), on(year, 12, 26)];
  return [...fixed, easter - 2, easter + 1, easter + 39, easter + 50];
}

function toronto(year: number): number[] {
  return [
    weekendToMonday(on(year, 1, 1)),
    ...(year >= 2008 ? [nth(3, MONDAY, year, 2)] : []),
    easterSunday(year) - 2,
    mondayUpTo(year, 5, 24),
    weekendToMonday(on(year, 7, 1)),
    nth(1, MONDAY, year, 8),
    nth(1, MONDAY, year, 9),
    ...(year >= 2021 ? [weekendToMonday(on(year, 9, 30))] : []),
    nth(2, MONDAY, year, 10),
    weekendToMonday(on(year, 11, 11)),
    ...christmasAndBoxingDay(year),
  ];
}

function sydney(year: number): number[] {
  const easter = easterSunday(year);
  return [
    weekendToMonday(on(year, 1, 1)),
    weekendToMonday(on(year, 1, 26)),
    easter - 2,
    easter + 1,
    on(year, 4, 25),
    nth(2, MONDAY, year, 6),
    nth(1, MONDAY, year, 8),
    nth(1, MONDAY, year, 10),
    ...christmasAndBoxingDay(year),
    // National day of mourning.
    ...(year === 2022 ? [on(year, 9, 22)] : []),
  ];
}

/** Settlement in Brazil, whose business days BUS/252 counts. Holidays at a weekend are not moved. */
function saoPaulo(year: number): number[] {
  const easter = easterSunday(year);
  return [
    ...[on(year, 1, 1), on(year, 4, 21), on(year, 5, 1), on(year, 9, 7)],
    ...[on(year, 10, 12), on(year, 11, 2), on(year, 11, 15), on(year, 12, 25)],
    ...(year >= 2024 ? [on(year, 11, 20)] : []),
    ...[easter - 48, easter - 47, easter - 2, easter + 60],
  ];
}

const rules: Record<Centre, (year: number) => number[]> = {
  TARGET: target,
  GBLO: london,
  USNY: newYork,
  USGS: governmentBonds,
  JPTO: tokyo,
  CHZU: zurich,
  CATO: toronto,
  AUSY: sydney,
  BRSP: saoPaulo,
};

/** Holidays that were asked for: a schedule asks for the same years again and again. */
const cache = new Map<string, ReadonlySet<number>>();

/** The holidays that a centre keeps in a year, weekends aside. */
export function holidaysOf(centre: Centre, year: number): ReadonlySet<number> {
  const key = `${centre}${year}`;
  const days = cache.get(key) ?? new Set(rules[centre](year));
  cache.set(key, days);
  return days;
}
