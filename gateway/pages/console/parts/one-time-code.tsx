/** The field of a code that an authenticator app shows. */
import { Field } from '../../shared/ui/controls.js';

interface OneTimeCodeProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint: string;
  readonly focus?: boolean;
}

/** A recovery code with a hyphen after each four characters is longer than a code of an app. */
const MAX_CODE_LENGTH = 32;

export const OneTimeCode = (props: OneTimeCodeProps) => (
  <Field label="Code" autocomplete="one-time-code" required maxLength={MAX_CODE_LENGTH} {...props} />
);
