/** The beginning of a design: templates that can be priced as they are, and the drafts that are stored. */
import { useSignal } from '@preact/signals';
import { call, type Page } from '../../shared/api.js';
import { useAction, useList, useLoaded } from '../../shared/load.js';
import { go } from '../../shared/router.js';
import { Button, Field } from '../../shared/ui/controls.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { ErrorView, WhenLoaded } from '../../shared/ui/states.js';
import { Table } from '../../shared/ui/table.js';
import { DRAFTS, lay, open, type StoredDraft, stored } from '../draft/draft.js';
import { ROOT } from '../draft/parts.js';

interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly contract: object;
  readonly market: object;
}

export function Start() {
  const sought = useSignal('');
  const templates = useLoaded(
    async (signal) => (await call<Page<Template>>('GET', '/api/v1/studio/templates', { query: { limit: 200 }, signal })).data.items,
    [],
  );
  const take = (template: Template) => {
    lay(template);
    go(ROOT);
  };
  const matches = ({ name, description }: Template) => `${name} ${description}`.toLowerCase().includes(sought.value.toLowerCase());
  return (
    <>
      <Head title="Templates and drafts" about="Begin with a contract that can be priced as it is, or go on with a draft." />
      <section class="section">
        <h2>Templates</h2>
        <div class="filters">
          <Field label="Search" type="search" placeholder="autocall" value={sought.value} onInput={(text) => (sought.value = text)} />
        </div>
        <WhenLoaded of={templates}>
          {(items) => (
            <div class="tiles">
              {items.filter(matches).map((template) => (
                <button type="button" class="tile choosable" key={template.id} onClick={() => take(template)}>
                  <strong>{template.name}</strong>
                  <span class="muted">{template.description}</span>
                </button>
              ))}
            </div>
          )}
        </WhenLoaded>
      </section>
      <Drafts />
    </>
  );
}

function Drafts() {
  const drafts = useList<StoredDraft>(DRAFTS, { limit: 50 });
  const removed = useSignal<StoredDraft | undefined>(undefined);
  const chosen = useSignal('');
  const opening = useAction(async () => {
    await open(chosen.value);
    go(ROOT);
  });
  const remove = async ({ id }: StoredDraft) => {
    await call('DELETE', `${DRAFTS}/${id}`);
    if (stored.value?.id === id) stored.value = undefined;
    drafts.reload();
  };
  return (
    <section class="section">
      <h2>Drafts</h2>
      {opening.error && <ErrorView error={opening.error} />}
      <WhenLoaded of={drafts}>
        {(items) =>
          items.length === 0 ? (
            <p class="muted">No draft is stored yet: what you save in the design appears here.</p>
          ) : (
            <Table
              caption="Drafts"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Name', align: 'wrap', cell: ({ name }) => <strong>{name}</strong> },
                { title: 'Draft', cell: ({ id }) => <code>{id}</code> },
                { title: 'Version', align: 'number', cell: ({ version }) => version },
              ]}
              actions={(draft) => (
                <>
                  <Button
                    small
                    onClick={() => {
                      chosen.value = draft.id;
                      opening.start();
                    }}
                    label={`Open ${draft.name}`}
                  >
                    Open
                  </Button>
                  <Button small kind="danger" onClick={() => (removed.value = draft)} label={`Delete ${draft.name}`}>
                    Delete
                  </Button>
                </>
              )}
            />
          )
        }
      </WhenLoaded>
      <More list={drafts} />
      {removed.value && (
        <Confirm
          title={`Delete ${removed.value.name}?`}
          action="Delete draft"
          run={() => remove(removed.value as StoredDraft)}
          onClose={() => (removed.value = undefined)}
        >
          The draft cannot be brought back. Products that were made of it stay.
        </Confirm>
      )}
    </section>
  );
}
