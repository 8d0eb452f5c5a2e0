/** Modal dialogs on the browser's own element, which holds the focus, closes by Escape and gives the focus back. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useAction } from '../load.js';
import { Button } from './controls.js';
import { ErrorView } from './states.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog ref={element} aria-labelledby={id} onClose={onClose}>
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="plain" small label="Close" onClick={() => element.current?.close()}>
          ✕
        </Button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** Says what will happen, and whether it can be undone. */
  readonly children: ComponentChildren;
  /** The verb of the button. */
  readonly action: string;
  readonly run: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something is taken away, does it, and shows why it failed. */
export function Confirm({ title, children, action, run, onClose }: ConfirmProps) {
  const { running, error, start } = useAction(async () => {
    await run();
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      {error && <ErrorView error={error} />}
      <div class="form-actions">
        <Button onClick={onClose}>Keep as it is</Button>
        <Button kind="danger" disabled={running} onClick={start}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
