/** Finds the fields that a change sets, for its audit entry: their values before and after it, without secrets and within bounds. */
import { pointerPart } from '#engine/schemas';

/** A field that was changed. A value is absent where there was none, or none is left. */
interface FieldChange {
  /** JSON pointer into the fields of the document. */
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Changes {
  readonly fields: readonly FieldChange[];
  /** Number of the other fields that differ: their values would make the entry too long. Its hashes cover them. */
  readonly omitted?: number;
}

/** An entry is kept for ever: the values of one take a few kilobytes at most. */
const MAX_CHANGED_FIELDS = 100;
const MAX_VALUES_LENGTH = 8_192;

/** Names of fields whose values are not shown: hashes of secrets too, by which a guess can be checked. */
const SECRET = /hash$|password|secret|token|^invitation$|^devices?$/i;
const MASK = '(not shown)';

/** @returns undefined where nothing differs */
export function changesBetween(former: object | undefined, current: object | undefined): Changes | undefined {
  const fields: FieldChange[] = [];
  let omitted = 0;
  let length = 0;
  for (const { pointer, secret, ...values } of differences('', false, former, current)) {
    const shown = secret ? Object.fromEntries(Object.keys(values).map((name) => [name, MASK])) : values;
    const valuesLength = JSON.stringify(shown).length;
    if (fields.length === MAX_CHANGED_FIELDS || length + valuesLength > MAX_VALUES_LENGTH) {
      omitted += 1;
      continue;
    }
    length += valuesLength;
    fields.push({ pointer, ...shown });
  }
  if (fields.length === 0 && omitted === 0) return undefined;
  return { fields, ...(omitted > 0 && { omitted }) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* differences(pointer: string, secret: boolean, former: unknown, current: unknown): Generator<FieldChange & { secret: boolean }> {
  if (pointer === '' || (isRecord(former) && isRecord(current))) {
    const [formerFields, fields] = [isRecord(former) ? former : {}, isRecord(current) ? current : {}];
    for (const name of new Set([...Object.keys(formerFields), ...Object.keys(fields)]))
      yield* differences(`${pointer}/${pointerPart(name)}`, secret || SECRET.test(name), formerFields[name], fields[name]);
  } else if (JSON.stringify(former) !== JSON.stringify(current)) {
    const hasSecret = secret || holdsSecret(former) || holdsSecret(current);
    yield { pointer, secret: hasSecret, ...(former !== undefined && { before: former }), ...(current !== undefined && { after: current }) };
  }
}

/** True where a value that is shown as a whole has a secret in it. */
const holdsSecret = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, part]) => (!Array.isArray(value) && SECRET.test(name)) || holdsSecret(part));
