/** The price of the draft while paths are added: each run doubles them, and the band shows how the error falls. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Lines } from '../../shared/charts/lines.js';
import { count, INTERVAL, measured } from '../../shared/format.js';
import { Button, Meter } from '../../shared/ui/controls.js';
import { Head } from '../../shared/ui/shell.js';
import { ErrorView } from '../../shared/ui/states.js';
import { type Priced, priceWith, WhenPriceable } from '../draft/parts.js';

const FIRST_RUN_PATHS = 1_024;
const LAST_RUN_PATHS = 262_144;
const RUNS = Math.log2(LAST_RUN_PATHS / FIRST_RUN_PATHS) + 1;

export const Price = () => (
  <>
    <Head title="Price" about="Paths are doubled from run to run; the band is the 95 % interval of each price." />
    <WhenPriceable>
      <Convergence />
    </WhenPriceable>
  </>
);

function Convergence() {
  const runs = useSignal<readonly Priced[]>([]);
  const error = useSignal<Error | undefined>(undefined);
  const isRunning = useSignal(false);
  const controller = useRef(new AbortController());
  const start = async (): Promise<void> => {
    controller.current.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    runs.value = [];
    error.value = undefined;
    isRunning.value = true;
    try {
      for (let paths = FIRST_RUN_PATHS; paths <= LAST_RUN_PATHS && !signal.aborted; paths *= 2) {
        const run = await priceWith(paths, signal);
        runs.value = [...runs.value, run];
        // A closed form has no error that further paths would lower.
        if (run.standardError === 0) break;
      }
    } catch (cause) {
      if (!signal.aborted) error.value = cause as Error;
    } finally {
      if (controller.current.signal === signal) isRunning.value = false;
    }
  };
  useEffect(() => {
    void start();
    return () => controller.current.abort();
  }, []);
  const last = runs.value.at(-1);
  return (
    <>
      <div class="actions">
        {isRunning.value ? (
          <Button onClick={() => controller.current.abort()}>Cancel</Button>
        ) : (
          <Button kind="primary" onClick={() => void start()}>
            Price again
          </Button>
        )}
        <span class="hint" role="status">
          {isRunning.value
            ? `Run ${runs.value.length + 1} of ${RUNS}: ${count(FIRST_RUN_PATHS * 2 ** runs.value.length)} paths`
            : `${runs.value.length} runs done`}
        </span>
      </div>
      {isRunning.value && <Meter part={runs.value.length / RUNS} label={`${runs.value.length} of ${RUNS} runs`} />}
      {error.value && <ErrorView error={error.value} />}
      {last && (
        <div class="tiles">
          <div class="tile">
            <span class="muted">Price, 95 % interval</span>
            <span class="figure">{measured(last.price, last.standardError)}</span>
          </div>
          <div class="tile">
            <span class="muted">Standard error</span>
            <span class="figure">{last.standardError.toPrecision(2)}</span>
          </div>
          <div class="tile">
            <span class="muted">Paths</span>
            <span class="figure">{count(last.numPaths)}</span>
          </div>
        </div>
      )}
      {runs.value.length > 0 && (
        <Lines
          title="Convergence"
          up="price units"
          across="Paths"
          doubling
          writeX={count}
          lines={[
            {
              name: 'Price',
              series: 1,
              points: runs.value.map(({ numPaths, price, standardError }) => ({ x: numPaths, y: price, error: INTERVAL * standardError })),
            },
          ]}
        />
      )}
    </>
  );
}
