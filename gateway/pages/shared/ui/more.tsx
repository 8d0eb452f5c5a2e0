/** The button that loads the next page of a list. */
import type { LoadedList } from '../load.js';
import { Button } from './controls.js';

export const More = <Item,>({ list: { more } }: { readonly list: LoadedList<Item> }) =>
  more && (
    <div>
      <Button onClick={more}>Show more</Button>
    </div>
  );
