/** Publishing the draft as a product, whose term sheet can then be sent. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { Field } from '../../shared/ui/controls.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { DRAFTS, name, save } from '../draft/draft.js';

interface Product {
  readonly id: string;
  readonly name: string;
}

export function Publish({ onClose }: { readonly onClose: () => void }) {
  const title = useSignal(name.value);
  const description = useSignal('');
  const issuer = useSignal('');
  const currency = useSignal('');
  const product = useSignal<Product | undefined>(undefined);
  const publish = async () => {
    const id = await save();
    const body = { name: title.value, ...(description.value && { description: description.value }) };
    product.value = (await call<Product>('POST', `${DRAFTS}/${id}/publish`, { body })).data;
  };
  const shown = new URLSearchParams(
    Object.entries({ format: 'html', issuer: issuer.value, currency: currency.value }).filter(([, value]) => value !== ''),
  );
  if (product.value)
    return (
      <Dialog title="Published" onClose={onClose}>
        <p>
          {product.value.name} is the product <code>{product.value.id}</code>, and can be priced, traded and put into portfolios.
        </p>
        <div class="form-actions">
          <a class="button primary" href={`/api/v1/products/${product.value.id}/term-sheet?${shown}`} target="_blank" rel="noopener">
            Open the term sheet
          </a>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Publish as a product" onClose={onClose}>
      <Form action="Publish" run={publish} onCancel={onClose}>
        {(reasonFor) => (
          <>
            <p class="muted">The draft is saved, and its terms become version 1 of a product.</p>
            <Field
              label="Name"
              required
              focus
              maxLength={200}
              value={title.value}
              onInput={(next) => (title.value = next)}
              fault={reasonFor('name')}
            />
            <Field
              label="Description"
              lines={3}
              maxLength={2_000}
              value={description.value}
              onInput={(next) => (description.value = next)}
              fault={reasonFor('description')}
            />
            <Field
              label="Issuer"
              maxLength={200}
              value={issuer.value}
              onInput={(next) => (issuer.value = next)}
              hint="As the term sheet shows it; it is not stored."
            />
            <Field label="Currency" maxLength={40} placeholder="EUR" value={currency.value} onInput={(next) => (currency.value = next)} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
