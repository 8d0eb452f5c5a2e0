/** Numbers, times and ids as people read them. */

/** A dash stands where there is no value. */
const NONE = '–';

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** A count with its thousands apart by narrow spaces. */
export const count = (value: number): string => grouped.format(value).replaceAll(',', ' ');

/** A number with so many digits after the point; what rounds to zero has no sign. */
export const decimal = (value: number, digits: number): string => {
  const [whole = '', fraction] = value
    .toFixed(digits)
    .replace(/^-(?=0(?:\.0*)?$)/, '')
    .split('.');
  const spaced = whole.replaceAll(/\B(?=(\d{3})+$)/g, ' ');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
};

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;
const BYTES_PER_UNIT = 1_000;
export const BYTES_PER_MEGABYTE = 1e6;

/** Bytes in the unit in which they are below a thousand, with a digit after the point where they are below ten. */
export function byteSize(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= BYTES_PER_UNIT && unit < BYTE_UNITS.length - 1; unit++) value /= BYTES_PER_UNIT;
  return `${decimal(value, unit > 0 && value < 10 ? 1 : 0)} ${BYTE_UNITS[unit]}`;
}

/** A timestamp in UTC, to the minute or to the second. */
export const time = (timestamp: string | undefined, seconds = false): string =>
  timestamp === undefined ? NONE : timestamp.slice(0, seconds ? 19 : 16).replace('T', ' ');

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
  { unit: 'second', ms: 1_000 },
] as const;
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

/** How long ago a timestamp was, or how far ahead it is. */
export function ago(timestamp: string | undefined, now = Date.now()): string {
  if (timestamp === undefined) return NONE;
  const difference = Date.parse(timestamp) - now;
  const { unit, ms } = UNITS.find((each) => Math.abs(difference) >= each.ms) ?? { unit: 'second', ms: 1_000 };
  return relative.format(Math.round(difference / ms), unit);
}

/** A duration in its two largest units. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${decimal(seconds, 1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A code name such as `risk_manager` or `not_made` as words. */
export const words = (name: string): string => name.replaceAll('_', ' ');

/** Half-width of a 95 % interval, in standard errors. */
export const INTERVAL = 1.96;

/** A number with its 95 % interval, to two digits of the latter: `235.019 ± 0.023`. */
export function measured(value: number, standardError: number | undefined): string {
  const half = INTERVAL * (standardError ?? 0);
  if (!(half > 0)) return String(Number(value.toPrecision(8)));
  const digits = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(half))));
  return `${decimal(value, digits)} ± ${decimal(half, digits)}`;
}
