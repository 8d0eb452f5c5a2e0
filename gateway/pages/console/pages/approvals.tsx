/** Requests to change the status of a pricer, which two people decide. */
import { useSignal } from '@preact/signals';
import { call, maySee, session } from '../../shared/api.js';
import { ago, time } from '../../shared/format.js';
import { useList } from '../../shared/load.js';
import { parameter, setParameters } from '../../shared/router.js';
import { Badge, Button, Facts, Field, Select, type Tone } from '../../shared/ui/controls.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';
import { statusTone } from '../parts/common.js';

interface Approval {
  readonly id: string;
  readonly pricerId: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  readonly reason: string;
  readonly evidence: readonly string[];
  readonly status: 'pending' | 'approved' | 'rejected' | 'superseded';
  readonly createdAt: string;
  readonly createdBy?: string;
  readonly decision?: { readonly decision: string; readonly comment: string; readonly by: string; readonly at: string };
}

const PATH = '/api/v1/governance/approvals';
const TONES: Readonly<Partial<Record<Approval['status'], Tone>>> = { pending: 'warning', approved: 'good', rejected: 'bad' };
const STATUSES = ['roadmap', 'experimental', 'production-candidate', 'ga-validated', 'retired'].map((value) => ({ value, label: value }));

const columns: readonly Column<Approval>[] = [
  { title: 'Pricer', cell: ({ pricerId }) => <code>{pricerId}</code> },
  {
    title: 'Change',
    cell: ({ fromStatus, toStatus }) => (
      <>
        {fromStatus} → <Badge tone={statusTone(toStatus)}>{toStatus}</Badge>
      </>
    ),
  },
  { title: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  { title: 'Reason', align: 'wrap', cell: ({ reason }) => reason },
  { title: 'Requested', cell: ({ createdAt }) => <span title={time(createdAt)}>{ago(createdAt)}</span> },
  { title: 'Decided', cell: ({ decision }) => decision && <span title={time(decision.at)}>{ago(decision.at)}</span> },
];

export function Approvals() {
  const status = parameter('status');
  const list = useList<Approval>(PATH, { limit: 50, status });
  const open = useSignal<Approval | 'new' | undefined>(undefined);
  const close = () => (open.value = undefined);
  const ask = maySee('governance') && (
    <Button kind="primary" onClick={() => (open.value = 'new')}>
      Request a change
    </Button>
  );
  return (
    <>
      <Head
        title="Approvals"
        about="One person asks for another status of a pricer, another person decides. The status holds for this version of the pricer."
      >
        {ask}
      </Head>
      <div class="filters">
        <Select
          label="State"
          value={status}
          options={[
            { value: '', label: 'all' },
            ...['pending', 'approved', 'rejected', 'superseded'].map((value) => ({ value, label: value })),
          ]}
          onInput={(value) => setParameters({ status: value })}
        />
      </div>
      <WhenLoaded of={list}>
        {(approvals) =>
          approvals.length === 0 ? (
            <Empty title={status === '' ? 'No request yet' : `None is ${status}`}>
              <p>A pricer’s status says how far it is validated. A change of it is requested here, with the evidence for it.</p>
              {ask}
            </Empty>
          ) : (
            <Table
              caption="Approvals"
              columns={columns}
              rows={approvals}
              keyOf={({ id }) => id}
              actions={(approval) => (
                <Button
                  small
                  onClick={() => (open.value = approval)}
                  label={`${approval.status === 'pending' ? 'Decide' : 'Open'} on ${approval.pricerId}`}
                >
                  {approval.status === 'pending' ? 'Decide' : 'Open'}
                </Button>
              )}
            />
          )
        }
      </WhenLoaded>
      <More list={list} />
      {open.value === 'new' && <Ask onClose={close} onDone={list.reload} />}
      {typeof open.value === 'object' && <Decide approval={open.value} onClose={close} onDone={list.reload} />}
    </>
  );
}

interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Ask({ onClose, onDone }: DialogProps) {
  const pricerId = useSignal('');
  const toStatus = useSignal('production-candidate');
  const reason = useSignal('');
  const evidence = useSignal('');
  const ask = async () => {
    const runs = evidence.value.split(/[\s,]+/).filter(Boolean);
    await call('POST', PATH, { body: { pricerId: pricerId.value.trim(), toStatus: toStatus.value, reason: reason.value, evidence: runs } });
    toast('The change is requested. Another person decides.');
    onDone();
    onClose();
  };
  return (
    <Dialog title="Request a change of status" onClose={onClose}>
      <Form action="Request" run={ask} onCancel={onClose}>
        {(reasonFor) => (
          <>
            <Field
              label="Pricer"
              required
              focus
              placeholder="equity_vanilla_bs"
              value={pricerId.value}
              onInput={(value) => (pricerId.value = value)}
              fault={reasonFor('pricerId')}
            />
            <Select label="New status" value={toStatus.value} options={STATUSES} onInput={(value) => (toStatus.value = value)} />
            <Field
              label="Reason"
              required
              lines={3}
              value={reason.value}
              onInput={(value) => (reason.value = value)}
              fault={reasonFor('reason')}
            />
            <Field
              label="Validation runs"
              placeholder="val_…"
              value={evidence.value}
              onInput={(value) => (evidence.value = value)}
              hint="Ids of the evidence. ga-validated needs one that the pricer has passed in its present version."
              fault={reasonFor('evidence')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function Decide({ approval, onClose, onDone }: DialogProps & { readonly approval: Approval }) {
  const decision = useSignal('approve');
  const comment = useSignal('');
  const decide = async () => {
    await call('POST', `${PATH}/${approval.id}/decision`, { body: { decision: decision.value, comment: comment.value } });
    toast(`The request is ${decision.value === 'approve' ? 'approved' : 'rejected'}.`);
    onDone();
    onClose();
  };
  const isOwn = approval.createdBy === session.value?.userId;
  return (
    <Dialog title={approval.pricerId} onClose={onClose}>
      <Facts
        items={[
          ['Change', `${approval.fromStatus} → ${approval.toStatus}`],
          ['Reason', approval.reason],
          ['Evidence', approval.evidence.join(', ') || 'none'],
          ['Requested', `${time(approval.createdAt)} UTC by ${approval.createdBy ?? 'a key'}`],
          ...(approval.decision
            ? ([
                ['Decision', `${approval.decision.decision}: ${approval.decision.comment}`],
                ['Decided', `${time(approval.decision.at)} UTC by ${approval.decision.by}`],
              ] as const)
            : []),
        ]}
      />
      {approval.status === 'pending' && isOwn && <div class="notice">Another person decides on what you have requested.</div>}
      {approval.status === 'pending' && !isOwn && (
        <Form action="Decide" run={decide} onCancel={onClose}>
          {(reasonFor) => (
            <>
              <Select
                label="Decision"
                value={decision.value}
                options={[
                  { value: 'approve', label: 'approve' },
                  { value: 'reject', label: 'reject' },
                ]}
                onInput={(value) => (decision.value = value)}
              />
              <Field
                label="Comment"
                required
                lines={3}
                value={comment.value}
                onInput={(value) => (comment.value = value)}
                fault={reasonFor('comment')}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
