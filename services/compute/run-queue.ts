/**
 * Fair queue in front of the compute threads. It limits how many runs share them, in all and per tenant, and how many wait. Each tenant has
 * a queue of its own, and the queues take turns by weight. A waiting run can be cancelled, and is refused once it cannot meet its deadline.
 */
import { status } from '@grpc/grpc-js';
import { Busy, CallFailure } from '#proto/failure';
import type { CallContext } from '#proto/services';
import { shareOf, type TenantShare } from './tenant-shares.js';

export interface RunQueueOptions {
  /** Runs under way at once, whatever their tenants' tiers. */
  readonly concurrency: number;
  /** Further runs that may be under way at once, of tenants of the higher tiers alone: they wait behind no lower tier's runs. */
  readonly reserved: number;
  /** Runs that may wait. */
  readonly maxWaiting: number;
  /** What the runs are called in a refusal, in the plural. */
  readonly runs: string;
  /** Called with the number of waiting runs whenever it changes. */
  readonly onWaiting: (waiting: number) => void;
}

export interface RunQueue {
  /**
   * Begins `work` when there is a place for it.
   *
   * @param continues whether the run is a further part of a computation that was accepted: it is not refused because too many wait
   * @throws Busy where too many runs wait, or where the run could not end before the deadline of its call;
   *         CallFailure CANCELLED where the signal is aborted before the run begins
   */
  run<Result>(call: CallContext, work: () => Promise<Result>, continues?: boolean): Promise<Result>;
}

/** Weight of the newest run in the mean time of a tenant's runs: the last ten or so count. */
const NEWEST_SHARE = 0.2;
/** A waiting run is compared with its deadline at this interval. */
const CHECK_INTERVAL_MS = 250;
const MAX_RETRY_AFTER_S = 60;
/** Tenants whose mean time is remembered; the one that ran longest ago is dropped first. */
const MAX_MEANS = 1_000;

interface Waiting {
  readonly since: number;
  /** By performance.now(). */
  readonly endsAt: number;
  /** Whether it is a further part of a computation that was accepted. */
  readonly continues: boolean;
  readonly begin: () => void;
  readonly refuse: (failure: CallFailure) => void;
}

/** Of a run under way. */
interface Place {
  readonly begunAt: number;
}

interface Tenant {
  readonly share: TenantShare;
  /** A set keeps the order of insertion and removes an element from its middle at no cost. */
  readonly waiting: Set<Waiting>;
  readonly underWay: Set<Place>;
  /** Runs begun divided by the weight, counted from when the tenant came. The waiting tenant with the least is next. */
  turns: number;
}

const cancelled = () => new CallFailure(status.CANCELLED, 'the caller has gone');

export function openRunQueue({ concurrency, reserved, maxWaiting, runs, onWaiting }: RunQueueOptions): RunQueue {
  const tenants = new Map<string, Tenant>();
  /** Mean time of each tenant's runs, milliseconds, remembered while the tenant has none. */
  const meanMs = new Map<string, number>();
  let underWay = 0;
  let waiting = 0;
  let checks: NodeJS.Timeout | undefined;

  function tenantOf({ tenantId, tier }: CallContext['caller']): Tenant {
    const known = tenants.get(tenantId);
    if (known !== undefined) return known;
    const turns = Math.min(...[...tenants.values()].map((each) => each.turns));
    const tenant = {
      share: shareOf(tier),
      waiting: new Set<Waiting>(),
      underWay: new Set<Place>(),
      turns: Number.isFinite(turns) ? turns : 0,
    };
    tenants.set(tenantId, tenant);
    return tenant;
  }

  const placesFor = ({ share }: Tenant): number => concurrency + Math.floor(reserved * share.reservedShare);
  const mayBegin = (tenant: Tenant): boolean =>
    underWay < placesFor(tenant) && tenant.underWay.size < Math.max(1, Math.floor(concurrency * tenant.share.ownShare));

  /** Time that a run of the tenant is expected to take: the mean of its last runs, or longer where one under way has taken longer. */
  function expectedMs(tenantId: string, tenant: Tenant, now: number): number {
    const [oldest] = tenant.underWay;
    return Math.max(meanMs.get(tenantId) ?? 0, oldest === undefined ? 0 : now - oldest.begunAt);
  }

  /** Time until a run that arrives now would begin: those before it in its own queue, and what the other queues begin meanwhile. */
  function expectedWaitMs(own: Tenant, now: number): number {
    let ms = 0;
    for (const [tenantId, tenant] of tenants) {
      const meanwhile = ((own.waiting.size + 1) * tenant.share.weight) / own.share.weight;
      const before = tenant === own ? own.waiting.size : Math.min(tenant.waiting.size, meanwhile);
      ms += before * expectedMs(tenantId, tenant, now);
    }
    return ms / placesFor(own);
  }

  function busy(own: Tenant, reason: string): Busy {
    const now = performance.now();
    const age = Math.max(0, ...[...tenants.values()].flatMap((tenant) => [...tenant.waiting].slice(0, 1)).map(({ since }) => now - since));
    const seconds = Math.ceil(Math.max(age, expectedWaitMs(own, now)) / 1000);
    return new Busy(reason, Math.min(MAX_RETRY_AFTER_S, Math.max(1, seconds)));
  }

  const tooLate = (own: Tenant): Busy => busy(own, `the ${runs} before this one leave too little of its deadline`);
  const tooMany = (own: Tenant): Busy => busy(own, `${waiting} ${runs} wait already`);

  /**
   * Refuses the newest computation that waits of the tenant that has the most waiting for its weight. Parts of computations that were accepted are
   * not refused: what was computed of them would be lost.
   *
   * @returns whether it is another tenant than this one
   */
  function makeRoom(own: Tenant): boolean {
    const load = (tenant: Tenant, more = 0) => (tenant.waiting.size + more) / tenant.share.weight;
    let longest = own;
    let newest: Waiting | undefined;
    for (const tenant of tenants.values()) {
      if (load(tenant) <= load(longest, longest === own ? 1 : 0)) continue;
      const refusable = [...tenant.waiting].findLast(({ continues }) => !continues);
      if (refusable !== undefined) [longest, newest] = [tenant, refusable];
    }
    newest?.refuse(tooMany(longest));
    return newest !== undefined;
  }

  /** Refuses the waiting runs that could not end in time any more, so that no thread works for them and their callers know. */
  function refuseLate(): void {
    const now = performance.now();
    for (const [tenantId, tenant] of tenants) {
      const expected = expectedMs(tenantId, tenant, now);
      for (const each of tenant.waiting) if (each.endsAt - now < expected) each.refuse(tooLate(tenant));
    }
  }

  function noteWaiting(change: number): void {
    waiting += change;
    onWaiting(waiting);
    if (waiting > 0) checks ??= setInterval(refuseLate, CHECK_INTERVAL_MS);
    else {
      clearInterval(checks);
      checks = undefined;
    }
  }

  function take(tenant: Tenant): Place {
    const place = { begunAt: performance.now() };
    tenant.underWay.add(place);
    tenant.turns += 1 / tenant.share.weight;
    underWay++;
    return place;
  }

  /** Resolves with the place of the run when it may begin. */
  async function admission(
    { signal, endsAt = Number.POSITIVE_INFINITY, caller }: CallContext,
    tenant: Tenant,
    continues: boolean,
  ): Promise<Place> {
    if (signal.aborted) throw cancelled();
    if (tenant.waiting.size === 0 && mayBegin(tenant)) return take(tenant);
    const now = performance.now();
    if (now + expectedWaitMs(tenant, now) + expectedMs(caller.tenantId, tenant, now) > endsAt) throw tooLate(tenant);
    if (!continues && waiting >= maxWaiting && !makeRoom(tenant)) throw tooMany(tenant);
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', cancel);
        tenant.waiting.delete(entry);
        noteWaiting(-1);
      };
      const refuse = (failure: CallFailure) => {
        leave();
        reject(failure);
      };
      const cancel = () => refuse(cancelled());
      const begin = () => {
        leave();
        resolve(take(tenant));
      };
      const entry: Waiting = { since: now, endsAt, continues, refuse, begin };
      signal.addEventListener('abort', cancel, { once: true });
      tenant.waiting.add(entry);
      noteWaiting(1);
    });
  }

  /** Gives free places to the tenants that wait, to the one with the fewest turns for its weight first. */
  function fillPlaces(): void {
    for (;;) {
      let next: Tenant | undefined;
      for (const tenant of tenants.values())
        if (tenant.waiting.size > 0 && mayBegin(tenant) && (next === undefined || tenant.turns < next.turns)) next = tenant;
      const [first] = next?.waiting ?? [];
      if (first === undefined) return;
      first.begin();
    }
  }

  function release(tenantId: string, tenant: Tenant, place: Place): void {
    const ms = performance.now() - place.begunAt;
    const mean = meanMs.get(tenantId);
    meanMs.delete(tenantId);
    meanMs.set(tenantId, mean === undefined ? ms : mean + NEWEST_SHARE * (ms - mean));
    const [oldest] = meanMs.keys();
    if (meanMs.size > MAX_MEANS && oldest !== undefined) meanMs.delete(oldest);
    tenant.underWay.delete(place);
    underWay--;
    fillPlaces();
    forgetIdle(tenantId, tenant);
  }

  function forgetIdle(tenantId: string, tenant: Tenant): void {
    if (tenant.waiting.size + tenant.underWay.size === 0) tenants.delete(tenantId);
  }

  return {
    run: async (call, work, continues = false) => {
      const { tenantId } = call.caller;
      const tenant = tenantOf(call.caller);
      let place: Place;
      try {
        place = await admission(call, tenant, continues);
      } catch (failure) {
        forgetIdle(tenantId, tenant);
        throw failure;
      }
      try {
        return await work();
      } finally {
        release(tenantId, tenant, place);
      }
    },
  };
}
