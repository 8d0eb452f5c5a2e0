/**
 * The engine's fair queue in front of the compute threads, with one group per tenant, weighted by its tier. It limits the number of runs
 * under way, in all and per tenant, and the number that wait. A waiting run can be cancelled, and is refused once it cannot meet its
 * deadline. Runs that have had their turn may go on aside, so that short runs pass long ones. Where computations make one run after the other,
 * those of a tenant are computed one after the other too, and short ones pass one that has had its turn.
 */
import { status } from '@grpc/grpc-js';
import { type Group, type Item, openFairQueue, type Place } from '#engine';
import { Busy, CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import { type Tier, tiers } from '../resources/tier.js';
import { defined } from '../runtime/defined.js';
import type { Registry } from '../runtime/metrics.js';
import { inSpan } from '../runtime/tracing.js';
import { queueMetrics } from './queue-metrics.js';

/** How the tenants of a process share its compute threads, by their tier. */
interface TenantShare {
  /** A tenant gets thread time, and begins runs, in proportion to this while others wait. */
  readonly weight: number;
  /** Share of the common places that one tenant may occupy. */
  readonly ownShare: number;
  /** Share of the reserved places that tenants of this tier and of lower ones may occupy together. */
  readonly reservedShare: number;
}

const SHARES: Readonly<Record<Tier, TenantShare>> = {
  free: { weight: 1, ownShare: 0.5, reservedShare: 0 },
  pro: { weight: 2, ownShare: 0.5, reservedShare: 0.25 },
  business: { weight: 4, ownShare: 0.75, reservedShare: 0.5 },
  enterprise: { weight: 8, ownShare: 1, reservedShare: 1 },
};

/** @param tier  as the caller carries it; an unknown one counts as the lowest */
export const shareOf = (tier: string): TenantShare => SHARES[tiers.find((each) => each === tier) ?? 'free'];

interface RunQueueOptions {
  /** Maximum number of runs under way, of tenants of any tier. */
  readonly concurrency: number;
  /** Maximum number of further runs under way, of tenants of the higher tiers only, so that they do not wait for runs of a lower tier. */
  readonly reserved: number;
  /**
   * Maximum numbers of runs that have had their turn and go on beside the others, of one tenant and of all; absent: none. Only where the runs share
   * the threads, and short ones are computed first.
   */
  readonly aside?: { readonly own: number; readonly all: number };
  /** Maximum number of runs that wait. */
  readonly maxWaiting: number;
  /** The plural noun for the runs in the message of a refusal, such as "simulations". */
  readonly runs: string;
  readonly registry: Registry;
}

interface RunQueue {
  /**
   * Begins `work` when the queue has a place for it.
   *
   * @param work       is given a signal that is aborted when the caller has gone, or when the run is refused after it has begun
   * @param continues  true where the run is a further part of an accepted computation: it is not refused because too many runs wait
   * @param kind       of runs that take much the same time: of a tenant's runs, those of a short kind begin first
   * @throws Busy where too many runs wait, or where the run could not end before the deadline of its call;
   *         CallFailure CANCELLED where the signal is aborted before the run begins
   */
  run<Result>(call: CallContext, work: (signal: AbortSignal) => Promise<Result>, continues?: boolean, kind?: string): Promise<Result>;
}

/** Weight of the newest run in the moving average of a tenant's run times: about the last ten runs count. */
const NEWEST_RUN_WEIGHT = 0.2;
/** Interval at which the waiting runs are compared with their deadlines, and those under way with their turns. */
const CHECK_INTERVAL_MS = 250;
/** A run, or a computation of several, that has taken longer lets others of its tenant begin. */
const TURN_MS = 1_000;
const MAX_RETRY_AFTER_S = 60;
/** Maximum number of tenants, and of their kinds of runs, with a stored mean time; the queue drops the one that ran longest ago first. */
const MAX_STORED_MEANS = 1_000;

interface Waiting extends Item {
  /** Time of arrival by performance.now(). */
  readonly since: number;
  /** The deadline by performance.now(). */
  readonly endsAt: number;
  /** The call whose computation it is, or a part of it. */
  readonly call: CallContext;
  /** Its kind among those of all tenants. */
  readonly kind: string;
  readonly continues: boolean;
  readonly begin: (place: Place) => void;
  readonly refuse: (failure: CallFailure) => void;
}

type Tenant = Group<TenantShare, Waiting>;

/** A computation, which may make one run after the other. */
interface Computation {
  /** In the order of their first runs. */
  readonly number: number;
  /** Milliseconds that its ended runs have taken. */
  takenMs: number;
}

/** A run that has begun. */
interface Begun {
  readonly call: CallContext;
  readonly tenant: Tenant;
  readonly place: Place;
  /** The deadline by performance.now(). */
  readonly endsAt: number;
  /** True once others may have its place. */
  isAside: boolean;
  /** Why it was stopped. */
  refusal?: CallFailure;
  readonly stop: () => void;
}

const cancelled = () => new CallFailure(status.CANCELLED, 'the caller has gone');

export function openRunQueue({ concurrency, reserved, aside = { own: 0, all: 0 }, maxWaiting, runs, registry }: RunQueueOptions): RunQueue {
  const metrics = queueMetrics(registry, runs, () => longestWaitMs() / 1000);
  /** Mean time of each tenant's runs, and of those of each kind, milliseconds. */
  const meanMs = new Map<string, number>();
  const meanMsOfKind = new Map<string, number>();
  /** Runs that have begun, the oldest first. */
  const underWay = new Set<Begun>();
  /** The computations that have made a run, by their calls. */
  const computations = new WeakMap<CallContext, Computation>();
  let computationCount = 0;
  /** The waiting runs of the tenants of which the last to begin went before one of an earlier computation. */
  const passed = new WeakSet<ReadonlySet<Waiting>>();
  let waiting = 0;
  let checks: NodeJS.Timeout | undefined;

  function computationOf(call: CallContext): Computation {
    const computation = computations.get(call) ?? { number: computationCount++, takenMs: 0 };
    computations.set(call, computation);
    return computation;
  }

  function hasHadTurn(call: CallContext): boolean {
    const now = performance.now();
    let ms = computationOf(call).takenMs;
    for (const run of underWay) if (run.call === call) ms += now - run.place.begunAt;
    return ms >= TURN_MS;
  }

  const expectedMsOf = ({ call, kind }: Waiting): number => meanMsOfKind.get(kind) ?? meanMs.get(call.caller.tenantId) ?? 0;

  /** True if a run begins before another where both are of the same right: the shorter kind first, then the earlier computation. */
  const isShorter = (one: Waiting, other: Waiting): boolean =>
    expectedMsOf(one) < expectedMsOf(other) || (expectedMsOf(one) === expectedMsOf(other) && isEarlier(one, other));
  const isEarlier = (one: Waiting, other: Waiting): boolean => computationOf(one.call).number < computationOf(other.call).number;
  const kindOf = ({ caller: { tenantId } }: CallContext, kind: string): string => `${tenantId} ${kind}`;

  /**
   * The run of a tenant that begins next. One computation ends before the next goes on, because all would miss their deadlines together if they
   * took turns. Every second time the shortest run passes of those whose computations have not had their turn.
   */
  function nextOf(runs: ReadonlySet<Waiting>): Waiting {
    const first = defined(leastOf(runs, isEarlier), 'a waiting run');
    const short = leastOf(runs, isShorter, ({ call }) => !hasHadTurn(call)) ?? first;
    if (short === first || passed.delete(runs)) return first;
    passed.add(runs);
    return short;
  }

  const placesFor = ({ share }: Tenant): number => concurrency + Math.floor(reserved * share.reservedShare);
  const queue = openFairQueue<TenantShare, Waiting>({
    mayBegin: (tenant, occupied) =>
      occupied < placesFor(tenant) && tenant.places.size < Math.max(1, Math.floor(concurrency * tenant.share.ownShare)),
    next: nextOf,
    begin: (run, place) => {
      place.charge(1);
      metrics.observeWait((performance.now() - run.since) / 1000);
      run.begin(place);
      return false;
    },
    onWaiting: (count) => {
      waiting = count;
      metrics.setWaiting(count);
      watch();
    },
  });

  /** Checks the runs as long as some wait, or go on aside. */
  function watch(): void {
    if (waiting > 0 || asideOf().length > 0) checks ??= setInterval(check, CHECK_INTERVAL_MS);
    else {
      clearInterval(checks);
      checks = undefined;
    }
  }

  const asideOf = (tenant?: Tenant): readonly Begun[] =>
    [...underWay].filter((run) => run.isAside && (tenant === undefined || run.tenant === tenant));

  /** Time that a run of the tenant is expected to take: the mean of its last runs, or longer where one under way has taken longer. */
  function expectedMs(tenant: Tenant, now: number): number {
    const oldest = [...underWay].find((run) => run.tenant === tenant);
    return Math.max(meanMs.get(tenant.name) ?? 0, oldest === undefined ? 0 : now - oldest.place.begunAt);
  }

  /** Time for which a run of the tenant keeps its place. */
  const turnMs = (tenant: Tenant, now: number): number =>
    asideOf(tenant).length < aside.own ? Math.min(TURN_MS, expectedMs(tenant, now)) : expectedMs(tenant, now);

  /**
   * Time until a run of the tenant would begin: after the tenant's other runs that begin before it, and those that other tenants begin meanwhile.
   *
   * @param further the run; absent: one that comes last
   */
  function expectedWaitMs(tenant: Tenant, now: number, further?: Waiting): number {
    const ownAhead = further === undefined ? tenant.waiting.size : aheadOf(further, tenant.waiting);
    let ms = 0;
    for (const other of queue.groups.values()) {
      const meanwhile = ((ownAhead + 1) * other.share.weight) / tenant.share.weight;
      const ahead = other === tenant ? ownAhead : Math.min(other.waiting.size, meanwhile);
      ms += ahead * turnMs(other, now);
    }
    return ms / placesFor(tenant);
  }

  /** How many of a tenant's waiting runs begin before a further one, as `nextOf` chooses them. */
  function aheadOf(further: Waiting, runs: ReadonlySet<Waiting>): number {
    const isLong = hasHadTurn(further.call);
    let [inOrder, passing] = [0, 0];
    for (const run of runs) {
      const isFirst = isLong ? !isEarlier(further, run) : !hasHadTurn(run.call) && !isShorter(further, run);
      if (isFirst) inOrder++;
      else if (isLong ? !hasHadTurn(run.call) : isEarlier(run, further)) passing++;
    }
    return inOrder + Math.min(passing, inOrder + 1);
  }

  /** Time that the run has waited which waits longest. */
  function longestWaitMs(): number {
    const now = performance.now();
    const first = [...queue.groups.values()].flatMap((each) => [...each.waiting].slice(0, 1));
    return Math.max(0, ...first.map(({ since }) => now - since));
  }

  function busy(tenant: Tenant, reason: string): Busy {
    metrics.countRefusal();
    const seconds = Math.ceil(Math.max(longestWaitMs(), expectedWaitMs(tenant, performance.now())) / 1000);
    return new Busy(reason, Math.min(MAX_RETRY_AFTER_S, Math.max(1, seconds)));
  }

  const tooLate = (tenant: Tenant): Busy => busy(tenant, `the ${runs} before this one leave too little of its deadline`);
  const tooMany = (tenant: Tenant): Busy => busy(tenant, `${waiting} ${runs} wait already`);

  /**
   * Refuses the newest waiting computation of the tenant with the most waiting runs for its weight. Further parts of accepted computations
   * are not refused, because the parts that are done would be lost.
   *
   * @returns whether a run was refused to make room for the tenant's run
   */
  function makeRoom(tenant: Tenant): boolean {
    const load = (other: Tenant) => (other.waiting.size + (other === tenant ? 1 : 0)) / other.share.weight;
    let longest = tenant;
    let newest: Waiting | undefined;
    for (const other of queue.groups.values()) {
      if (load(other) <= load(longest)) continue;
      const refusable = [...other.waiting].findLast(({ continues }) => !continues);
      if (refusable !== undefined) [longest, newest] = [other, refusable];
    }
    newest?.refuse(tooMany(longest));
    return newest !== undefined;
  }

  /** Refuses the waiting runs that can no longer meet their deadlines, so that their callers know at once and no thread works for them. */
  function refuseLate(): void {
    const now = performance.now();
    for (const tenant of queue.groups.values()) {
      const expected = expectedMs(tenant, now);
      for (const run of tenant.waiting) if (run.endsAt - now < expected) run.refuse(tooLate(tenant));
      // The first of them is computed now, the others have had little more than their turn.
      for (const run of asideOf(tenant).slice(1))
        if (run.refusal === undefined && run.endsAt - now < expected - TURN_MS) {
          run.refusal = tooLate(tenant);
          run.stop();
        }
    }
  }

  /** Lets waiting runs pass those that have had their turn. */
  function passLong(): void {
    const now = performance.now();
    for (const run of underWay) {
      if (waiting === 0 || asideOf().length >= aside.all || now - run.place.begunAt < TURN_MS) return;
      if (run.isAside || asideOf(run.tenant).length >= aside.own) continue;
      run.isAside = true;
      run.place.stepAside();
    }
  }

  function check(): void {
    refuseLate();
    passLong();
  }

  /** Resolves with the place of the run when it may begin. */
  async function admission(call: CallContext, tenant: Tenant, continues: boolean, kind: string): Promise<Place> {
    const { signal, endsAt = Number.POSITIVE_INFINITY } = call;
    if (signal.aborted) throw cancelled();
    const place = queue.placeFor(tenant);
    place?.charge(1);
    if (place !== undefined) {
      metrics.observeWait(0);
      return place;
    }
    const now = performance.now();
    return new Promise((begin, reject) => {
      const refuse = (failure: CallFailure) => {
        queue.leave(tenant, run);
        reject(failure);
      };
      const run: Waiting = { since: now, endsAt, call, kind, continues, signal, begin, refuse, cancel: () => refuse(cancelled()) };
      if (now + expectedWaitMs(tenant, now, run) + expectedMs(tenant, now) > endsAt) reject(tooLate(tenant));
      else if (!continues && waiting >= maxWaiting && !makeRoom(tenant)) reject(tooMany(tenant));
      else queue.wait(tenant, run);
    });
  }

  function noteTime(means: Map<string, number>, name: string, ms: number): void {
    const mean = means.get(name) ?? ms;
    // The map keeps the order of insertion, so the first name in it ran longest ago.
    means.delete(name);
    means.set(name, mean + NEWEST_RUN_WEIGHT * (ms - mean));
    const [oldest] = means.keys();
    if (means.size > MAX_STORED_MEANS && oldest !== undefined) means.delete(oldest);
  }

  const waits = { name: 'wait for a compute thread', kind: 'internal', attributes: { 'svc.runs': runs } } as const;
  const computes = { ...waits, name: 'compute' };

  return {
    run: async (call, work, continues = false, kind = '') => {
      const { tenantId, tier } = call.caller;
      const tenant = queue.groupOf(tenantId, shareOf(tier));
      const computation = computationOf(call);
      const place = await inSpan(waits, () => admission(call, tenant, continues, kindOf(call, kind)));
      const stopping = new AbortController();
      const endsAt = call.endsAt ?? Number.POSITIVE_INFINITY;
      const begun: Begun = { call, tenant, place, endsAt, isAside: false, stop: () => stopping.abort() };
      underWay.add(begun);
      try {
        return await inSpan(computes, () => work(AbortSignal.any([call.signal, stopping.signal])));
      } catch (error) {
        throw begun.refusal ?? error;
      } finally {
        underWay.delete(begun);
        const ms = performance.now() - place.begunAt;
        computation.takenMs += ms;
        if (begun.refusal === undefined) {
          noteTime(meanMs, tenantId, ms);
          noteTime(meanMsOfKind, kindOf(call, kind), ms);
        }
        place.release();
        watch();
      }
    },
  };
}

/** The item that comes before all others of a condition; undefined where none meets it. */
function leastOf<Each>(
  all: Iterable<Each>,
  isBefore: (one: Each, other: Each) => boolean,
  meets = (_: Each): boolean => true,
): Each | undefined {
  let least: Each | undefined;
  for (const each of all) if (meets(each) && (least === undefined || isBefore(each, least))) least = each;
  return least;
}
