/** The states of a view that has nothing to show: it waits, it is empty, or something failed. */
import type { ComponentChildren } from 'preact';
import { ApiError } from '../api.js';
import type { Loaded } from '../load.js';
import { Button, CopyButton } from './controls.js';

/** Nothing is there yet: says what belongs here, and what to do next. */
export const Empty = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

/** A failure with its code, and the correlation id by which operators find it in the log. */
export function ErrorView({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const { code, correlationId = '', faults = [], retryAfterS } = error instanceof ApiError ? error : ({} as Partial<ApiError>);
  return (
    <div class="notice bad" role="alert">
      <strong>{error.message}</strong>
      {faults.length > 1 && (
        <ul>
          {faults.map(({ pointer, reason }) => (
            <li key={pointer}>
              <code>{pointer}</code> {reason}
            </li>
          ))}
        </ul>
      )}
      <span class="actions hint">
        {code !== undefined && <code>{code}</code>}
        {correlationId !== '' && (
          <>
            <span>
              correlation id <code>{correlationId}</code>
            </span>
            <CopyButton text={correlationId} label="Copy id" />
          </>
        )}
        {retryAfterS !== undefined && <span>Try again in {retryAfterS} s.</span>}
        {retry && (
          <Button small onClick={retry}>
            Try again
          </Button>
        )}
      </span>
    </div>
  );
}

interface WhenLoadedProps<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows a loaded value, or that it is being loaded, or why it could not be. */
export function WhenLoaded<Value>({ of: { value, error, reload }, children }: WhenLoadedProps<Value>) {
  if (error !== undefined && value === undefined) return <ErrorView error={error} retry={reload} />;
  if (value === undefined)
    return (
      <div class="loading" role="status">
        Loading …
      </div>
    );
  return (
    <>
      {error && <ErrorView error={error} retry={reload} />}
      {children(value)}
    </>
  );
}
