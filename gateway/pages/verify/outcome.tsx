/** The outcome of verifying a receipt: green, or the place where it differs first, down to the bits. */
import type { BitDifference, Outcome } from '#openapi/clients/verify/verify';
import { Badge, Facts, type Tone } from '../shared/ui/controls.js';

const SIGNATURES: Readonly<Record<Outcome['signature'], { readonly text: string; readonly tone: Tone }>> = {
  valid: { text: 'valid', tone: 'good' },
  invalid: { text: 'invalid', tone: 'bad' },
  unsigned: { text: 'the receipt has none', tone: 'warning' },
  unknown_key: { text: 'made by another key than those given', tone: 'bad' },
  not_checked: { text: 'not checked: no public key is given', tone: 'warning' },
  unsupported: { text: 'not checked: this browser has no Ed25519', tone: 'warning' },
};

/** Why a receipt is not green, the first reason first. */
function headline({ green, address, signature, result, differences: [first] }: Outcome) {
  if (green) return 'Identical to the last bit';
  if (address.stated !== address.computed) return 'The receipt was changed after it was made';
  if (result === 'different') return <>Differs first at {first && <code>{first.pointer}</code>}</>;
  if (result === 'not_computed') return 'The result could not be computed again here';
  return `The result is identical, but its signature is ${SIGNATURES[signature].text}`;
}

export function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  const { green, runId, operationId, address, signature, result, reason, differences, madeBy } = outcome;
  const { text, tone } = SIGNATURES[signature];
  return (
    <>
      <div class={`notice verdict ${green ? 'good' : result === 'not_computed' ? 'warning' : 'bad'}`} role="status">
        <strong>
          {green ? '✓ ' : '✕ '}
          {headline(outcome)}
        </strong>
        {reason !== undefined && <span>{reason}</span>}
      </div>
      <Facts
        items={[
          ['Operation', <strong key="operation">{operationId}</strong>],
          ['Run', <code key="run">{runId}</code>],
          ...(madeBy === undefined ? [] : [['Made by', madeBy] as const]),
          [
            'Result',
            <Badge key="result" tone={result === 'identical' ? 'good' : result === 'different' ? 'bad' : 'warning'}>
              {result === 'not_computed' ? 'not computed' : result}
            </Badge>,
          ],
          [
            'Signature',
            <Badge key="signature" tone={tone}>
              {text}
            </Badge>,
          ],
          [
            'Content',
            address.stated === address.computed ? (
              <code key="content">{address.stated}</code>
            ) : (
              <span key="content">
                <Badge tone="bad">differs</Badge> the file states <code>{address.stated}</code>, and its content has{' '}
                <code>{address.computed}</code>
              </span>
            ),
          ],
        ]}
      />
      {differences.length > 0 && <Differences differences={differences} />}
    </>
  );
}

const Differences = ({ differences }: { readonly differences: readonly BitDifference[] }) => (
  <section class="section">
    <h2>{differences.length === 1 ? 'One number differs' : `${differences.length} places differ`}</h2>
    {differences.map(({ pointer, original, recomputed, bits }) => (
      <div class="tile" key={pointer}>
        <code>{pointer}</code>
        <Facts
          items={[
            [
              'In the receipt',
              <span key="original">
                <code>{JSON.stringify(original)}</code> {bits && <Bits bits={bits.original} other={bits.recomputed} />}
              </span>,
            ],
            [
              'Computed again',
              <span key="recomputed">
                <code>{JSON.stringify(recomputed)}</code> {bits && <Bits bits={bits.recomputed} other={bits.original} />}
              </span>,
            ],
          ]}
        />
      </div>
    ))}
  </section>
);

/** The 64 bits of a number as hexadecimal digits, those that differ marked. */
const Bits = ({ bits, other }: { readonly bits: string; readonly other: string }) => (
  <code class="bits">
    {[...bits].map((digit, index) => (digit === other[index] ? digit : <mark key={`digit-${index}`}>{digit}</mark>))}
  </code>
);
