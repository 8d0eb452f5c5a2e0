/** The field in which somebody chooses a password. */
import { Field } from '../../shared/ui/controls.js';

/** Fewest characters of a password, as the service demands. */
const MIN_PASSWORD_LENGTH = 12;

interface PasswordProps {
  readonly label?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly fault: string | undefined;
}

export const NewPassword = ({ label = 'Password', value, onInput, fault }: PasswordProps) => (
  <Field
    label={label}
    type="password"
    autocomplete="new-password"
    required
    minLength={MIN_PASSWORD_LENGTH}
    hint={`${MIN_PASSWORD_LENGTH} characters or more, of any kind`}
    {...{ value, onInput, fault }}
  />
);
