/** A form: Enter sends it, a second click does not, and a failure stands above its buttons. */
import type { ComponentChildren } from 'preact';
import { ApiError } from '../api.js';
import { type Action, useAction } from '../load.js';
import { Button } from './controls.js';
import { ErrorView } from './states.js';

interface FormProps {
  /** The verb of its button. */
  readonly action: string;
  readonly run: () => Promise<void>;
  readonly onCancel?: () => void;
  readonly disabled?: boolean;
  /** Its fields; each may ask why the service refused it. */
  readonly children: (reasonFor: (field: string) => string | undefined) => ComponentChildren;
}

export function Form({ action, run, onCancel, disabled, children }: FormProps) {
  const { running, error, start }: Action = useAction(run);
  const reasonFor = (field: string) => (error instanceof ApiError ? error.reasonFor(field) : undefined);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      {children(reasonFor)}
      {error && <ErrorView error={error} />}
      <div class="form-actions">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" kind="primary" disabled={running || disabled}>
          {running ? 'One moment …' : action}
        </Button>
      </div>
    </form>
  );
}
