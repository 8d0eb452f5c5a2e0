/** Parts that several views of the console share. */
import { session } from '../../shared/api.js';
import type { LoadedList } from '../../shared/load.js';
import { Button } from '../../shared/ui/controls.js';

const SCOPES = ['price', 'calibrate', 'portfolio', 'xva', 'jobs', 'governance', 'validate', 'admin'];

/** The scopes that whoever is signed in can give: nobody gives one that they lack. */
export const scopeOptions = () => {
  const { scopes = [] } = session.value ?? {};
  return SCOPES.filter((scope) => scopes.includes('admin') || scopes.includes(scope)).map((scope) => ({ value: scope, label: scope }));
};

/** Loads the next page of a list. */
export const More = <Item,>({ list: { more } }: { readonly list: LoadedList<Item> }) =>
  more && (
    <div>
      <Button onClick={more}>Show more</Button>
    </div>
  );
