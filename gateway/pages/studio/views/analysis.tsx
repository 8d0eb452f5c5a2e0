/** The frame of an analysis: it is computed when opened and again on request, and can be cancelled. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../shared/ui/controls.js';
import { Head } from '../../shared/ui/shell.js';
import { ErrorView } from '../../shared/ui/states.js';
import { WhenPriceable } from '../draft/parts.js';

interface AnalysisProps<Result> {
  readonly title: string;
  readonly about: string;
  readonly compute: (signal: AbortSignal) => Promise<Result>;
  /** Fields that change what is computed. */
  readonly settings?: ComponentChildren;
  /** False waits for the button; by default it is computed when the view is opened. */
  readonly atOnce?: boolean;
  /** The verb of the button. */
  readonly action?: string;
  readonly children: (result: Result) => ComponentChildren;
}

export const Analysis = <Result,>(props: AnalysisProps<Result>) => (
  <>
    <Head title={props.title} about={props.about} />
    <WhenPriceable>
      <Computation {...props} />
    </WhenPriceable>
  </>
);

function Computation<Result>({ compute, settings, atOnce = true, action = 'Compute', children }: AnalysisProps<Result>) {
  const result = useSignal<Result | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const isRunning = useSignal(false);
  const controller = useRef(new AbortController());
  const start = async (): Promise<void> => {
    controller.current.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    isRunning.value = true;
    error.value = undefined;
    try {
      const next = await compute(signal);
      if (!signal.aborted) result.value = next;
    } catch (cause) {
      if (!signal.aborted) error.value = cause as Error;
    } finally {
      if (controller.current.signal === signal) isRunning.value = false;
    }
  };
  useEffect(() => {
    if (atOnce) void start();
    return () => controller.current.abort();
  }, []);
  return (
    <>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        {settings}
        {isRunning.value ? (
          <Button onClick={() => controller.current.abort()}>Cancel</Button>
        ) : (
          <Button type="submit" kind="primary">
            {result.value === undefined ? action : `${action} again`}
          </Button>
        )}
        {isRunning.value && (
          <span class="hint" role="status">
            Computing …
          </span>
        )}
      </form>
      {error.value && <ErrorView error={error.value} />}
      {result.value !== undefined && children(result.value)}
    </>
  );
}
